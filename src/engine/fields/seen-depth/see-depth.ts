import type { Cutout } from '../../crop.ts'
import type { Picture } from '../../decode.ts'
import { withNetwork } from '../../networks/open-network.ts'
import type { DepthForm, NetworkFile } from '../../networks/network-file.ts'
import { cropPlane } from '../../raster/crop-plane.ts'
import type { Plane } from '../../raster/plane.ts'
import { guessNearness } from '../depth-network.ts'
import { seePoints } from './point-map.ts'

/** What a network saw of the object. */
export type SeenDepth = {
  /** How near each part of the cutout is; NaN where that is not known. */
  readonly near: Plane
  /** In pixels of the picture, so that depth and width have one scale; else in a unit that nobody knows. */
  readonly isMetric: boolean
}

/**
 * Asks a depth network about the whole picture: scenes are what they were trained with.
 *
 * @throws {EngineError} `network_unusable`.
 */
export async function seeDepth(
  picture: Picture,
  cutout: Omit<Cutout, 'linear'>,
  { path, form }: NetworkFile<DepthForm>,
): Promise<SeenDepth> {
  return withNetwork(path, async (network) => {
    const isPoints =
      form === 'points' || (form === 'auto' && network.session.outputNames.includes('points'))
    return isPoints
      ? {
          near: cropPlane(await seePoints(picture, cutout, network), picture, cutout),
          isMetric: true,
        }
      : { near: await guessNearness(picture, cutout, network), isMetric: false }
  })
}

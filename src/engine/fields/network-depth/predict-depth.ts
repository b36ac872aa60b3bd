import type { Cutout } from '../../crop.ts'
import type { DecodedPicture } from '../../decode.ts'
import { withNetwork } from '../../networks/open-network.ts'
import type { DepthForm, NetworkFile } from '../../networks/network-file.ts'
import { cropPlane } from '../../raster/crop-plane.ts'
import type { Plane } from '../../raster/plane.ts'
import { guessNearness } from '../depth-network.ts'
import { seePoints } from './point-map.ts'

export type PredictedDepth = {
  /** Distance of each pixel towards the viewer. NaN if unknown. */
  readonly near: Plane
  /** True if `near` is in pixels of the picture. Otherwise the unit of `near` is unknown. */
  readonly isMetric: boolean
}

/**
 * Runs a depth network on the whole picture instead of the crop, because these networks are trained
 * on scenes.
 * @throws {EngineError} `network_unusable`.
 */
export async function predictDepth(
  picture: DecodedPicture,
  cutout: Omit<Cutout, 'linear'>,
  { path, form }: NetworkFile<DepthForm>,
): Promise<PredictedDepth> {
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

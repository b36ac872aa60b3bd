import type { Cutout } from '../../crop.ts'
import type { Picture } from '../../decode.ts'
import { openNetwork } from '../../networks/open-network.ts'
import type { DepthForm, NetworkFile } from '../../networks/network-file.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { sampleBilinear } from '../../raster/sample.ts'
import { guessNearness } from '../depth-network.ts'
import { seePoints } from './point-map.ts'

/** What a network saw of the object. */
export type SeenDepth = {
  /** How near each part of the cutout is; NaN where that is not known. */
  readonly near: Plane
  /** In pixels of the picture, so that depth and width have one scale; else in a unit that nobody knows. */
  readonly isMetric: boolean
}

/** Of the plane that is kept: networks see no more. */
const keptSide = 256

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
  const isPoints = form === 'points' || (form === 'auto' && (await givesPoints(path)))
  if (!isPoints) return { near: await guessNearness(picture, cutout, path), isMetric: false }
  const near = await seePoints(picture, cutout, path)
  return { near: cropPlane(near, picture, cutout), isMetric: true }
}

async function givesPoints(path: string): Promise<boolean> {
  const { session, close } = await openNetwork(path)
  await close()
  return session.outputNames.includes('points')
}

/** A plane over the whole picture, over the cutout alone. */
export function cropPlane(
  whole: Plane,
  picture: Pick<Picture, 'width' | 'height'>,
  cutout: Pick<Cutout, 'left' | 'top' | 'width' | 'height'>,
): Plane {
  const scale = keptSide / Math.max(cutout.width, cutout.height)
  const near = createPlane(
    Math.max(2, Math.round(cutout.width * scale)),
    Math.max(2, Math.round(cutout.height * scale)),
  )
  for (let y = 0; y < near.height; y++) {
    const v = ((y + 0.5) / near.height) * cutout.height + cutout.top
    for (let x = 0; x < near.width; x++) {
      const u = ((x + 0.5) / near.width) * cutout.width + cutout.left
      near.data[y * near.width + x] = sampleBilinear(
        whole,
        (u / picture.width) * whole.width - 0.5,
        (v / picture.height) * whole.height - 0.5,
      )
    }
  }
  return near
}

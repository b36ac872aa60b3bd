import type { Plane, ThreePlanes } from '../../raster/plane.ts'
import { weightedBlur } from '../../raster/weighted-blur.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { GridBounds } from '../statistics.ts'

const eyeSize = 0.012
/** Width of the area around an eye, as a fraction of the object's width. */
export const aroundSize = 0.06
/**
 * An eye is darker (L*) than the area around the eye by at least this. Rims, shadows and stripes
 * differ less.
 */
const darkerMin = 22
/** Range of the distance from an eye to the object's middle, as fractions of the object's width. */
const offs = [0.06, 0.36] as const

export type Face = {
  readonly weight: Plane
  readonly lab: ThreePlanes
  readonly bounds: GridBounds
}

/**
 * Returns whether the object has a dark spot on each side of its middle, like the eyes of a face
 * seen from the front.
 */
export function hasEyes({ width, phi }: GeometryGrid, { weight, lab, bounds }: Face): boolean {
  const fine = weightedBlur(lab[0], weight, eyeSize * bounds.width).data
  const around = weightedBlur(lab[0], weight, aroundSize * bounds.width).data
  const isSpot = (i: number) =>
    phi.data[i] > aroundSize * bounds.width && around[i] - fine[i] > darkerMin
  const sum = bounds.left + bounds.right
  const first = Math.ceil(sum / 2 - offs[1] * bounds.width)
  const last = Math.floor(sum / 2 - offs[0] * bounds.width)
  for (let y = bounds.top; y <= bounds.bottom; y++) {
    for (let x = first; x <= last; x++) {
      if (isSpot(y * width + x) && isSpot(y * width + sum - x)) return true
    }
  }
  return false
}

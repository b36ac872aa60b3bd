import { UnworkableModelError } from '../unworkable-model-error.ts'
import { affordableDegree, coefficientCounts, type Degree } from './harmonics.ts'

/** Soft, coloured ellipsoids in space, as `KHR_gaussian_splatting` keeps them. */
export type Splats = {
  count: number
  /** Their centres: x, y, z. */
  positions: Float32Array<ArrayBuffer>
  /** The standard deviations along their own axes; not as a logarithm. */
  scales: Float32Array<ArrayBuffer>
  /** Unit quaternions: x, y, z, w. */
  rotations: Float32Array<ArrayBuffer>
  /** 0 to 1. */
  opacities: Float32Array<ArrayBuffer>
  /** Colour seen from everywhere, as coefficients of degree 0: red, green, blue. */
  colors: Float32Array<ArrayBuffer>
  /**
   * How the colour changes with the view: a list of red, green, blue for each coefficient of
   * degrees 1 to 3, in the order of the degrees; 3, 8 or 15 lists, or none.
   */
  harmonics: readonly Float32Array<ArrayBuffer>[]
  /** What the file has; where `harmonics` are fewer, they were too many. */
  fullDegree: Degree
  /** Whether they stand as cameras see them, y down, which most of these files do. */
  isUpsideDown: boolean
}

/** More than that take too much graphics memory, and longer to order than to look at. */
export const splatsMax = 4_000_000

/**
 * Room for so many splats, and for as many degrees up to `fullDegree` as memory allows.
 *
 * @throws {UnworkableModelError} if there are none, or too many.
 */
export function makeSplats(count: number, isUpsideDown: boolean, fullDegree: Degree = 0): Splats {
  checkCount(count)
  return {
    count,
    isUpsideDown,
    positions: new Float32Array(count * 3),
    scales: new Float32Array(count * 3),
    rotations: new Float32Array(count * 4),
    opacities: new Float32Array(count),
    colors: new Float32Array(count * 3),
    fullDegree,
    harmonics: Array.from(
      { length: coefficientCounts[affordableDegree(count, fullDegree)] },
      () => new Float32Array(count * 3),
    ),
  }
}

/** @throws {UnworkableModelError} if there are none, or too many. */
export function checkCount(count: number): void {
  if (count === 0) throw new UnworkableModelError('This file has no splats.')
  if (count > splatsMax) {
    throw new UnworkableModelError(
      `This file has ${count.toLocaleString('en')} splats, more than the ` +
        `${splatsMax.toLocaleString('en')} that a browser can handle.`,
    )
  }
}

/** @throws {UnworkableModelError} if a number is none, as in a damaged file. */
export function checkSplats(splats: Splats): void {
  const { positions, scales, rotations, opacities, colors, harmonics } = splats
  for (const list of [positions, scales, rotations, opacities, colors, ...harmonics]) {
    if (!list.every(Number.isFinite)) {
      throw new UnworkableModelError('This file is damaged: some splats have invalid positions.')
    }
  }
}

/** Makes four numbers a unit quaternion in place; none where they say no direction. */
// oxlint-disable-next-line max-params -- for each splat
export function putRotation(
  into: Float32Array,
  splat: number,
  x: number,
  y: number,
  z: number,
  w: number,
): void {
  const length = Math.hypot(x, y, z, w)
  const at = splat * 4
  into[at] = length > 0 ? x / length : 0
  into[at + 1] = length > 0 ? y / length : 0
  into[at + 2] = length > 0 ? z / length : 0
  into[at + 3] = length > 0 ? w / length : 1
}

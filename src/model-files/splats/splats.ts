import { UnworkableModelError } from '../unworkable-model-error.ts'
import { affordableDegree, coefficientCounts, type Degree } from './harmonics.ts'

/**
 * Gaussian splats: soft, coloured ellipsoids in space, in the units of `KHR_gaussian_splatting`.
 */
export type Splats = {
  count: number
  positions: Float32Array<ArrayBuffer>
  scales: Float32Array<ArrayBuffer>
  rotations: Float32Array<ArrayBuffer>
  opacities: Float32Array<ArrayBuffer>
  colors: Float32Array<ArrayBuffer>
  /** View-dependent colour: one list of red, green, blue for each coefficient of degrees 1 to 3. */
  harmonics: readonly Float32Array<ArrayBuffer>[]
  /**
   * Degree of view-dependent colour in the file. The memory limit can make the degree of
   * `harmonics` lower.
   */
  fullDegree: Degree
  isUpsideDown: boolean
}

/** Maximum number of splats. More splats need too much graphics memory and sorting time. */
export const splatsMax = 4_000_000

/**
 * Allocates splats, with the highest degree up to `fullDegree` that the memory limit allows.
 * @throws {UnworkableModelError} if there are no splats, or too many.
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

/** @throws {UnworkableModelError} if there are no splats, or too many. */
export function checkCount(count: number): void {
  if (count === 0) throw new UnworkableModelError('This file has no splats.')
  if (count > splatsMax) {
    throw new UnworkableModelError(
      `This file has ${count.toLocaleString('en')} splats, more than the ` +
        `${splatsMax.toLocaleString('en')} that a browser can handle.`,
    )
  }
}

/** @throws {UnworkableModelError} if a number is not finite, as in a damaged file. */
export function checkSplats(splats: Splats): void {
  const { positions, scales, rotations, opacities, colors, harmonics } = splats
  for (const list of [positions, scales, rotations, opacities, colors, ...harmonics]) {
    if (!list.every(Number.isFinite)) {
      throw new UnworkableModelError('This file is damaged: some splats have invalid positions.')
    }
  }
}

/** Writes a normalised quaternion, or the identity if the length is zero. */
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

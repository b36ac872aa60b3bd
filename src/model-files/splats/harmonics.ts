/** The spherical harmonic of degree 0: half the square root of 1 / π. */
export const sh0 = 0.28209479177387814

/** Number of coefficients of degree 1 up to each degree, without degree 0. */
export const coefficientCounts = [0, 3, 8, 15] as const
/**
 * Highest degree of the spherical harmonics of a splat's colour. Degree 0 is the same colour from
 * all directions.
 */
export type Degree = 0 | 1 | 2 | 3

const degrees: readonly Degree[] = [0, 1, 2, 3]

export const toDegree = (value: number): Degree =>
  degrees[Math.min(3, Math.max(0, Math.trunc(value)))] ?? 0

/** Attribute names in `KHR_gaussian_splatting`, in the order of the degrees. */
export const coefficientNames: readonly string[] = [1, 2, 3].flatMap((degree) =>
  Array.from({ length: 2 * degree + 1 }, (_, place) => `SH_DEGREE_${degree}_COEF_${place}`),
)

/**
 * Memory limit of the coefficients of degrees 1 to 3, in bytes. With 4 million splats (the
 * maximum), one degree fits.
 */
const harmonicsMaxBytes = 192 * 2 ** 20

/** Returns the highest degree up to `wanted` within the memory limit. */
export const affordableDegree = (count: number, wanted: Degree): Degree => {
  const fits = (degree: Degree) => coefficientCounts[degree] * count * 12 <= harmonicsMaxBytes
  if (wanted === 3 && fits(3)) return 3
  if (wanted >= 2 && fits(2)) return 2
  return wanted >= 1 && fits(1) ? 1 : 0
}

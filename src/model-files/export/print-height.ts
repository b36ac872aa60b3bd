const bedMm = 220
/** Length in millimetres below which a nozzle can hardly print a model. */
export const printLengthMmMin = 5
const fittedLongestMm = 100

/**
 * Returns a model's own height in millimetres, or a suggested height if no printer can print the
 * model.
 * @param isToScale whether the file format is used for parts with real dimensions, which keep their
 * size.
 */
export function printHeight(
  sizeMetres: readonly number[],
  isToScale: boolean,
): { naturalMm: number; fittedMm: number | undefined } {
  const longestMm = Math.max(...sizeMetres) * 1000
  const heightMm = (sizeMetres[1] ?? 0) * 1000
  const fits = longestMm <= bedMm && longestMm >= printLengthMmMin
  return {
    naturalMm: Number(heightMm.toPrecision(4)),
    fittedMm:
      isToScale || fits || !(heightMm > 0)
        ? undefined
        : Number(((fittedLongestMm * heightMm) / longestMm).toPrecision(2)),
  }
}

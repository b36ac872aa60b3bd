/** Size of most small printers' beds, in millimetres. */
const bedMm = 220
/** Smaller models (in millimetres) are smaller than what a nozzle can print. */
const speckMm = 5
/**
 * Suggested longest side for models that do not fit, in millimetres. Printing it takes a few hours.
 */
const fittedLongestMm = 100

/**
 * Returns a model's own height in millimetres, or a suggested height if no printer can print it.
 * Generated models are about a metre high, whatever they show.
 * @param isToScale whether the file format is used for parts with real dimensions, which keep their
 * size.
 */
export function printHeight(
  sizeMetres: readonly number[],
  isToScale: boolean,
): { naturalMm: number; fittedMm: number | undefined } {
  const longestMm = Math.max(...sizeMetres) * 1000
  const heightMm = (sizeMetres[1] ?? 0) * 1000
  const fits = longestMm <= bedMm && longestMm >= speckMm
  return {
    naturalMm: Number(heightMm.toPrecision(4)),
    fittedMm:
      isToScale || fits || !(heightMm > 0)
        ? undefined
        : Number(((fittedLongestMm * heightMm) / longestMm).toPrecision(4)),
  }
}

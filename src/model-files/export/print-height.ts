/** The side of the beds of most small printers, in millimetres. */
const bedMm = 220
/** Less is a speck that no printer with a nozzle can make. */
const speckMm = 5
/** What a model gets that does not fit, along its longest side: printed in an afternoon. */
const fittedLongestMm = 100

/**
 * How high a model is in millimetres as it is, and how high it should be where that fits no printer:
 * made models are a metre high or so, whatever they show.
 *
 * @param isToScale of a kind of file that parts are drawn in: it keeps its size.
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

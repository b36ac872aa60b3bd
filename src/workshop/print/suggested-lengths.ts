const tenths = (mm: number) => Math.max(1, Math.round(mm * 10)) / 10

/**
 * Returns suitable lengths for printing a model, in millimetres.
 * @param sizeMetres size along each axis.
 */
export function suggestedLengths(sizeMetres: readonly number[]) {
  const sizesMm = sizeMetres.map((metres) => metres * 1000)
  const longestMm = Math.max(...sizesMm)
  // At most a sixth of the shortest side, so that the two walls of a plate do not touch.
  const wallMm = tenths(Math.max(1.2, Math.min(longestMm / 40, Math.min(...sizesMm) / 6)))
  return {
    wallMm,
    drainMm: tenths(wallMm * 2),
    baseMm: tenths(longestMm / 100),
    // The distance depends on the size, because a fixed distance would merge most points of a small
    // model.
    mergeMm: Number(Math.min(0.01, longestMm / 10_000).toPrecision(1)),
  }
}

/** Width of a bank card in mm (ISO/IEC 7810, ID-1). */
export const cardWidthMm = 85.6
export const cardHeightMm = 53.98

/** Width and height of the mat's picture with its margin, in mm. */
const matMm = [190, 268] as const
/** Length of the bar that is printed on the mat, in mm. */
const barMm = 100
/** Shortest bar in mm that a scan accepts, so that the mat's markers stay large enough. */
const barMinMm = 80

export type MatFit = {
  readonly widthPx: number
  readonly heightPx: number
  /** Value in mm for the field "Length of the printed bar". */
  readonly barMm: number
  readonly isLargeEnough: boolean
}

/**
 * Returns the size at which the mat is shown on a screen: its true size, or smaller if the screen
 * is too small.
 */
export function fitMat(screen: { width: number; height: number }, pxPerMm: number): MatFit {
  const scale = Math.min(
    1,
    screen.width / (matMm[0] * pxPerMm),
    screen.height / (matMm[1] * pxPerMm),
  )
  return {
    widthPx: matMm[0] * pxPerMm * scale,
    heightPx: matMm[1] * pxPerMm * scale,
    barMm: Math.round(barMm * scale * 10) / 10,
    isLargeEnough: barMm * scale >= barMinMm,
  }
}

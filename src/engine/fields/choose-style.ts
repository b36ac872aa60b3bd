import type { EngineParams } from '../params.ts'
import type { ShapeStatistics } from './statistics.ts'

/** The styles that make a free-standing object; `relief` is another way altogether. */
export type ObjectStyle = 'inflate' | 'lathe' | 'extrude'

/** Extrusion for drawings in few flat colours, turning for bottles and the like, else inflation. */
export function chooseStyle(
  wanted: EngineParams['style'],
  statistics: ShapeStatistics,
  featureShare: number,
): ObjectStyle {
  if (wanted !== 'auto') return wanted === 'relief' ? 'inflate' : wanted
  const { flatShare, colourCount, symmetry, colourAsymmetry, boxiness, rows, bounds } = statistics
  if (flatShare > 0.72 && colourCount <= 4) return 'extrude'
  const { width, height } = bounds
  const isTurned =
    symmetry > 0.92 &&
    colourAsymmetry < 12 &&
    rows.singleShare > 0.98 &&
    boxiness < 0.85 &&
    height > 1.05 * width &&
    (featureShare < 0.22 || (boxiness > 0.6 && height > 1.8 * width))
  return isTurned ? 'lathe' : 'inflate'
}

/**
 * Whether the picture shows a front, whose face must not appear on the back as well. A turned
 * object looks the same from behind.
 */
export function isSeenFromFront(
  wanted: EngineParams['back'],
  style: ObjectStyle,
  { symmetry, colourAsymmetry }: ShapeStatistics,
): boolean {
  if (wanted !== 'auto') return wanted === 'inpaint'
  if (style === 'lathe') return false
  return (symmetry > 0.86 && colourAsymmetry < 30) || (symmetry > 0.77 && colourAsymmetry < 12)
}

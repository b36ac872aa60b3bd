import type { EngineParams } from '../params.ts'
import type { ShapeStatistics } from './statistics.ts'
import type { TurnedBody } from './turned/turned-body.ts'

/*
 * The thresholds below were set by hand between sample pictures. Fractions are of the object's area
 * or rows; colour asymmetry is the mean difference (ΔE) between the object's left and right half.
 */

/** A drawing has at least this fraction of its area in at most this many flat colours. */
const drawing = { flatMin: 0.72, coloursMax: 4, grainMax: 0.01 } as const
/** Objects with more boxiness are boxes, not bodies of revolution. */
const boxinessMax = 0.85
/**
 * Minimum darkening towards the rim for an object to count as a cylinder; see `measureRoundness`.
 */
const shadedLikeCylinder = 0.28

/** Styles of a free-standing object. `relief` is built separately. */
export type ObjectStyle = 'object' | 'turned' | 'flat'

type StyleClues = {
  readonly statistics: ShapeStatistics
  readonly body: TurnedBody
  readonly featureFraction: number
  /** Called only for objects that may be bodies of revolution. */
  readonly hasFace: () => boolean
}

/**
 * Chooses a plate for drawings in few flat colours, a body of revolution for bottles and the like,
 * else a solid.
 */
export function chooseStyle(
  wanted: EngineParams['style'],
  { statistics, body, featureFraction, hasFace }: StyleClues,
): ObjectStyle {
  if (wanted !== 'auto') return wanted === 'relief' ? 'object' : wanted
  const { flatFraction, colourCount, grain, hasShades } = statistics
  const isDrawing = flatFraction > drawing.flatMin && colourCount <= drawing.coloursMax
  // The flat faces of a solid are shades of one colour, and photographs have grain: drawings
  // measure 0.000, photographs and noisy renderings 0.02 and more.
  if (isDrawing && !hasShades && grain < drawing.grainMax) return 'flat'
  const isTurned = isTurnedWhole(statistics) || hasTurnedBody(statistics, body)
  const isPlain = isTurned && featureFraction < featureFractionMax(statistics)
  return isPlain && !hasFace() ? 'turned' : 'object'
}

/**
 * Maximum fraction of the area that prints cover on a body of revolution. Tall straight shapes have
 * no maximum, because bottles have labels.
 */
const featureFractionMax = ({ boxiness, bounds }: ShapeStatistics) =>
  boxiness > 0.6 && bounds.height > 1.8 * bounds.width ? 1 : 0.22

/**
 * Tests whether the whole object is a body of revolution: its outline is upright and symmetric, or
 * wide with a cylinder's shading, and each row is one piece.
 */
function isTurnedWhole({
  symmetry,
  colourAsymmetry,
  roundness,
  boxiness,
  rows,
  bounds,
}: ShapeStatistics): boolean {
  if (symmetry < 0.92 || rows.singleFraction < 0.98 || boxiness > boxinessMax) return false
  const isUpright = bounds.height > 1.05 * bounds.width && colourAsymmetry < 12
  return isUpright || (roundness > shadedLikeCylinder && colourAsymmetry < 20)
}

/**
 * Tests for a cup or a pot: mostly a body of revolution, with one or two handles or a spout.
 * Without a cylinder's shading its outline must be more symmetric.
 */
function hasTurnedBody({ roundness, boxiness }: ShapeStatistics, body: TurnedBody): boolean {
  const { fraction, evenFraction, attachments } = body
  if (attachments > 2 || fraction < 0.68 || boxiness > boxinessMax) return false
  if (roundness > 0.15) return evenFraction > 0.3
  return boxiness < 0.4 && attachments === 2 && evenFraction > 0.95 && fraction > 0.85
}

/**
 * If the picture's lower edge cuts at least this fraction of the object's width, the object counts
 * as a bust. A bust faces the viewer.
 */
const bustMin = 0.4

type FrontClues = ShapeStatistics & {
  readonly cutBelow: number
  readonly hasFace: () => boolean
}

/**
 * Returns whether the picture shows the object's front, whose face must not appear on the back. A
 * body of revolution looks the same from behind.
 * @param cutBelow fraction of the width that the lower picture edge cuts off.
 * @param hasFace whether a face is visible, also in three-quarter view.
 */
export function isSeenFromFront(
  wanted: EngineParams['back'],
  style: ObjectStyle,
  { symmetry, colourAsymmetry, cutBelow, hasFace }: FrontClues,
): boolean {
  if (wanted !== 'auto') return wanted === 'inpaint'
  if (style === 'turned') return false
  if (cutBelow > bustMin) return true
  // Faces are rarely symmetric. A less symmetric outline needs more even colours.
  if (symmetry > 0.86 && colourAsymmetry < 30) return true
  return (symmetry > 0.77 && colourAsymmetry < 12) || hasFace()
}

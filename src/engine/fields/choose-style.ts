import type { EngineParams } from '../params.ts'
import type { ShapeStatistics } from './statistics.ts'
import type { TurnedBody } from './turned/turned-body.ts'

/*
 * The thresholds below were set by hand on sample pictures. Fractions are of the object's area or
 * rows. Colour asymmetry is the mean colour difference (ΔE) between the object's left and right
 * half.
 */

/**
 * A picture is a drawing if at most `coloursMax` flat colours cover at least the fraction `flatMin`
 * of the object and the grain (L*) is below `grainMax`.
 */
const drawing = { flatMin: 0.72, coloursMax: 4, grainMax: 0.01 } as const
/** Upper bound of the boxiness (0 to 1) of a body of revolution. */
const boxinessMax = 0.85
/**
 * Minimum result of `measureRoundness` for a cylinder. Upright cylinders have about 0.5, flat sides
 * about 0.
 */
const shadedLikeCylinder = 0.28

export type ObjectStyle = 'object' | 'turned' | 'flat'

type StyleClues = {
  readonly statistics: ShapeStatistics
  readonly body: TurnedBody
  readonly featureFraction: number
  /** Detects a face, which is slow. Called only for objects that may be bodies of revolution. */
  readonly hasFace: () => boolean
}

/**
 * Chooses a plate for drawings in few flat colours, a body of revolution for shapes like bottles,
 * and a solid for all other objects.
 */
export function chooseStyle(
  wanted: EngineParams['style'],
  { statistics, body, featureFraction, hasFace }: StyleClues,
): ObjectStyle {
  if (wanted !== 'auto') return wanted === 'relief' ? 'object' : wanted
  const { flatFraction, colourCount, grain, hasShades } = statistics
  const isDrawing = flatFraction > drawing.flatMin && colourCount <= drawing.coloursMax
  // Photographs have grain, and drawings do not. Measured grain: 0.000 in drawings, at least 0.02
  // in photographs and noisy renderings.
  if (isDrawing && !hasShades && grain < drawing.grainMax) return 'flat'
  const isTurned = isTurnedWhole(statistics) || hasTurnedBody(statistics, body)
  const isPlain = isTurned && featureFraction < featureFractionMax(statistics)
  return isPlain && !hasFace() ? 'turned' : 'object'
}

const featureFractionMax = ({ boxiness, bounds }: ShapeStatistics) =>
  boxiness > 0.6 && bounds.height > 1.8 * bounds.width ? 1 : 0.22

/**
 * Returns whether the whole object is a body of revolution: each row is one piece, and the outline
 * is upright and symmetric, or wide with a cylinder's shading.
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

function hasTurnedBody({ roundness, boxiness }: ShapeStatistics, body: TurnedBody): boolean {
  const { fraction, evenFraction, attachments } = body
  if (attachments > 2 || fraction < 0.68 || boxiness > boxinessMax) return false
  if (roundness > 0.15) return evenFraction > 0.3
  return boxiness < 0.4 && attachments === 2 && evenFraction > 0.95 && fraction > 0.85
}

/**
 * An object counts as a bust, which faces the viewer, if the picture's lower edge cuts at least
 * this fraction of its width.
 */
const bustMin = 0.4

type FrontClues = ShapeStatistics & {
  readonly cutBelow: number
  readonly hasFace: () => boolean
}

/**
 * Returns whether the picture shows a front, such as a face, that must not appear on the object's
 * back.
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
  // Faces are rarely symmetric, so a less symmetric outline needs more even colours.
  if (symmetry > 0.86 && colourAsymmetry < 30) return true
  return (symmetry > 0.77 && colourAsymmetry < 12) || hasFace()
}

import type { EngineParams } from '../params.ts'
import type { ShapeStatistics } from './statistics.ts'
import type { TurnedBody } from './turned/turned-body.ts'

/*
 * The thresholds below have no derivation: they were set by hand, between pictures that have to fall on either side.
 * Shares are of the object's area or rows; colour asymmetry is a mean difference (ΔE) between its halves.
 */

/** A drawing: this share of its area is in one flat colour or another, and of these there are so few. */
const drawing = { flatMin: 0.72, coloursMax: 4, grainMax: 0.01 } as const
/** Above this the outline is a box, which cannot be turned. */
const boxinessMax = 0.85
/** How much darker the rim is than what lies further in; `measureRoundness` says what that is for a cylinder. */
const shadedLikeCylinder = 0.28

/** The styles that make a free-standing object; `relief` is another way altogether. */
export type ObjectStyle = 'object' | 'turned' | 'flat'

type StyleClues = {
  readonly statistics: ShapeStatistics
  /** What it would be if turned. */
  readonly body: TurnedBody
  /** Fraction of the object that features cover, 0 to 1. */
  readonly featureFraction: number
  /** Is asked about what could be turned. */
  readonly hasFace: () => boolean
}

/** A plate for drawings in few flat colours, turning for bottles and the like, else a solid. */
export function chooseStyle(
  wanted: EngineParams['style'],
  { statistics, body, featureFraction, hasFace }: StyleClues,
): ObjectStyle {
  if (wanted !== 'auto') return wanted === 'relief' ? 'object' : wanted
  const { flatFraction, colourCount, grain, hasShades } = statistics
  const isDrawing = flatFraction > drawing.flatMin && colourCount <= drawing.coloursMax
  // The flat faces of a solid are in shades of one colour, and a photograph has grain: of drawings 0.000,
  // of photographs and noisy renderings 0.02 and more.
  if (isDrawing && !hasShades && grain < drawing.grainMax) return 'flat'
  const isTurned = isTurnedWhole(statistics) || hasTurnedBody(statistics, body)
  const isPlain = isTurned && featureFraction < featureFractionMax(statistics)
  return isPlain && !hasFace() ? 'turned' : 'object'
}

/** Prints that cover more than this speak against turning; but bottles, which are tall and straight, have labels. */
const featureFractionMax = ({ boxiness, bounds }: ShapeStatistics) =>
  boxiness > 0.6 && bounds.height > 1.8 * bounds.width ? 1 : 0.22

/** Upright and even to both sides, or wide but shaded as a cylinder is. Its rows are of one piece. */
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
 * A cup or a pot: most is a turned body, out of which one or two handles or a spout stick. Without
 * a cylinder's shading its outline must be all the more even.
 */
function hasTurnedBody({ roundness, boxiness }: ShapeStatistics, body: TurnedBody): boolean {
  const { fraction, evenFraction, attachments } = body
  if (attachments > 2 || fraction < 0.68 || boxiness > boxinessMax) return false
  if (roundness > 0.15) return evenFraction > 0.3
  return boxiness < 0.4 && attachments === 2 && evenFraction > 0.95 && fraction > 0.85
}

/** Who is cut off below over this much of the width is a bust: nobody turns away for a portrait. */
const bustMin = 0.4

type FrontClues = ShapeStatistics & {
  readonly cutBelow: number
  /** Is asked about what is not even to both sides. */
  readonly hasFace: () => boolean
}

/**
 * Whether the picture shows a front, whose face must not appear on the back as well. A turned
 * object looks the same from behind.
 *
 * @param cutBelow how much of the width the lower edge of the picture cuts off.
 * @param hasFace whether it looks out of the picture, maybe aside.
 */
export function isSeenFromFront(
  wanted: EngineParams['back'],
  style: ObjectStyle,
  { symmetry, colourAsymmetry, cutBelow, hasFace }: FrontClues,
): boolean {
  if (wanted !== 'auto') return wanted === 'inpaint'
  if (style === 'turned') return false
  if (cutBelow > bustMin) return true
  // Faces are seldom quite symmetric; a less symmetric outline needs the more even colours.
  if (symmetry > 0.86 && colourAsymmetry < 30) return true
  return (symmetry > 0.77 && colourAsymmetry < 12) || hasFace()
}

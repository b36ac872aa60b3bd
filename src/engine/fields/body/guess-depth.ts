import type { ObjectStyle } from '../choose-style.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import type { ShapeStatistics } from '../statistics.ts'
import { depthTrees } from './guesses.ts'
import { evaluateTrees } from './trees.ts'

/** Bounds of the predicted depth, as multiples of the outline's long side. */
const depthBounds = [0.03, 2] as const
/**
 * Weight of the depth predicted by regression trees, 0 to 1. The rule-based depth has the remaining
 * weight.
 */
const fraction = 0.5

type Made = {
  readonly heights: Heights
  readonly grid: GeometryGrid
  readonly statistics: ShapeStatistics
  readonly style: ObjectStyle
  readonly isFrontal: boolean
  readonly thickness: number
}

/**
 * Returns the inputs of the regression trees: measurements of the picture and of the rule-based
 * heights.
 */
export function depthClues(clues: readonly number[], made: Made): number[] {
  const { bounds } = made.statistics
  const { most, fill } = measureThickness(made.heights, made.grid)
  const long = Math.max(bounds.width, bounds.height) * made.thickness
  return [
    ...clues,
    Math.log(Math.max(0.01, most / long)),
    fill,
    made.style === 'turned' ? 1 : 0,
    made.style === 'flat' ? 1 : 0,
    made.isFrontal ? 1 : 0,
  ]
}

/**
 * Predicts the object's depth and returns the factor by which to scale the object's heights.
 * @param clues from `measureClues`.
 */
export function guessDepthFactor(clues: readonly number[], made: Made): number {
  const all = depthClues(clues, made)
  const own = all[clues.length]
  const guess = own + fraction * (evaluateTrees(depthTrees, all) - own)
  const depth = Math.min(depthBounds[1], Math.max(depthBounds[0], Math.exp(guess)))
  return depth / Math.exp(own)
}

/**
 * Quantile of the thickness that counts as the largest thickness. The maximum could be a single
 * spike.
 */
const thickest = 0.97

/** Returns the largest thickness in cells, and the mean thickness as a fraction of the largest. */
export function measureThickness(
  { front, back }: Heights,
  { inside }: GeometryGrid,
): { most: number; fill: number } {
  const values = front.data
    .map((value, i) => (inside[i] ? Math.max(0, value + back.data[i]) : NaN))
    .filter((value) => !Number.isNaN(value))
    .toSorted()
  const most = values[Math.floor(thickest * (values.length - 1))] ?? 0
  let sum = 0
  for (const value of values) sum += Math.min(1.1 * most, value)
  return { most, fill: most > 0 ? sum / (values.length * most) : 0 }
}

import type { ObjectStyle } from '../choose-style.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import type { ShapeStatistics } from '../statistics.ts'
import { depthTrees } from './guesses.ts'
import { measureThickness } from './thickness.ts'
import { askTrees } from './trees.ts'

/** Of the outline's long side. */
const depthBounds = [0.03, 2] as const
/** How far the guess counts against what the rules made. */
const fraction = 0.5

export type Made = {
  readonly heights: Heights
  readonly grid: GeometryGrid
  readonly statistics: ShapeStatistics
  readonly style: ObjectStyle
  readonly isFrontal: boolean
  /** Factor on the depth that is in the heights already. */
  readonly thickness: number
}

/** All clues to the depth: the outline's and the shading's, and after them what the rules made of them. */
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
 * A factor on the heights that makes the whole as deep as others with such an outline and shading are.
 *
 * @param clues as `measureClues` gives them.
 */
export function guessDepthFactor(clues: readonly number[], made: Made): number {
  const all = depthClues(clues, made)
  const own = all[clues.length]
  const guess = own + fraction * (askTrees(depthTrees, all) - own)
  const depth = Math.min(depthBounds[1], Math.max(depthBounds[0], Math.exp(guess)))
  return depth / Math.exp(own)
}

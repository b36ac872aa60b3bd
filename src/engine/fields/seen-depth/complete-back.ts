import { createPlane } from '../../raster/plane.ts'
import { weightedBlur } from '../../raster/weighted-blur.ts'
import { askTrees } from '../body/trees.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import { backTrees } from './back-guesses.ts'
import { nodeClues, type SeenFront } from './node-clues.ts'

/** Blur (sigma, cells) of the guessed back, which is guessed node by node. */
const softening = 3
/** Nothing is thinner than this share of the outline's long side. */
const thinnest = 0.02
/** Half the thickness, in cells, from which the outline is a wall instead of a rounded edge. */
const wallMin = 3

/**
 * Puts the front where it was seen, and behind it a back as things have it whose front looks like that. Both
 * lie around the middle of the whole depth.
 */
export function completeBack(seen: SeenFront): Heights {
  const { grid, near } = seen
  const { width, height, inside } = grid
  const { of, long } = nodeClues(seen)
  const guessed = createPlane(width, height)
  const weight = createPlane(width, height)
  weight.data.set(inside)
  for (let i = 0; i < inside.length; i++) {
    if (inside[i]) guessed.data[i] = near[i] - Math.exp(askTrees(backTrees, of(i))) * long
  }
  const smooth = weightedBlur(guessed, weight, softening).data
  let [nearest, furthest] = [-Infinity, Infinity]
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    smooth[i] = Math.min(smooth[i], near[i] - thinnest * long)
    nearest = Math.max(nearest, near[i])
    furthest = Math.min(furthest, smooth[i])
  }
  const middle = (nearest + furthest) / 2
  const heights = { front: createPlane(width, height), back: createPlane(width, height) }
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    heights.front.data[i] = near[i] - middle
    heights.back.data[i] = middle - smooth[i]
  }
  return heights
}

/** Marks nodes outside where what is seen ends in a wall, as at the sides of a box. */
export function openWalls({ front, back }: Heights, grid: GeometryGrid, open: Uint8Array): void {
  const { width, height, inside } = grid
  const half = (i: number) => (inside[i] ? (front.data[i] + back.data[i]) / 2 : 0)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (inside[i]) continue
      for (let n = 0; n < 9 && !open[i]; n++) {
        const beside = i + (Math.floor(n / 3) - 1) * width + (n % 3) - 1
        if (half(beside) > wallMin) open[i] = 1
      }
    }
  }
}

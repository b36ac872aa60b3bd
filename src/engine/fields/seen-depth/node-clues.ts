import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import type { Bounds } from '../statistics.ts'

/** Depths beyond these quantiles are taken for outliers. */
const quantiles = { nearest: 0.99, furthest: 0.02 } as const
/** Nodes that are this near to the outline, in cells, make its rim. */
const rim = { from: 1, to: 4 } as const

/** What a network saw of the front, and what the rules made before. */
export type SeenFront = {
  readonly grid: GeometryGrid
  readonly bounds: Bounds
  /** How near each node's surface is, in cells from any plane. */
  readonly near: Float32Array
  /** What the rules make of the outline. */
  readonly heights: Heights
  /** About the object as a whole, as `depthClues` gives them. */
  readonly clues: readonly number[]
}

type Line = { nearest: number; furthest: number }

/**
 * Gives for each node inside numbers that a guess of what lies behind it may go by; lengths are shares of the
 * outline's long side.
 */
export function nodeClues({ grid, bounds, near, heights, clues }: SeenFront) {
  const { width, height, inside, phi } = grid
  const long = Math.max(bounds.width, bounds.height)
  const all: number[] = []
  const edge: number[] = []
  const rows = Array.from({ length: height }, newLine)
  const columns = Array.from({ length: width }, newLine)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    all.push(near[i])
    if (phi.data[i] > rim.from && phi.data[i] < rim.to) edge.push(near[i])
    for (const line of [rows[Math.floor(i / width)], columns[i % width]]) {
      line.nearest = Math.max(line.nearest, near[i])
      line.furthest = Math.min(line.furthest, near[i])
    }
  }
  const nearest = quantile(all, quantiles.nearest)
  const furthest = quantile(all, quantiles.furthest)
  const [rimLow, rimMiddle, rimHigh] = [0.1, 0.5, 0.9].map((q) => quantile(edge, q))
  const range = (nearest - furthest) / long
  const whole = [
    range,
    (nearest - quantile(all, 0.5)) / long,
    (nearest - rimLow) / long,
    (nearest - rimMiddle) / long,
    (rimHigh - rimLow) / long,
    Math.max(range, Math.exp(clues[clues.length - 5])),
    ...clues,
  ]
  const of = (i: number): number[] => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const z = near[i]
    const [row, column] = [rows[y], columns[x]]
    return [
      (z - furthest) / long,
      (nearest - z) / long,
      (z - rimMiddle) / long,
      (row.nearest - z) / long,
      (z - row.furthest) / long,
      (column.nearest - z) / long,
      (z - column.furthest) / long,
      phi.data[i] / long,
      (heights.front.data[i] + heights.back.data[i]) / long,
      heights.front.data[i] / long,
      (y - bounds.top) / bounds.height,
      Math.abs((2 * (x - bounds.left)) / bounds.width - 1),
      ...whole,
    ]
  }
  return { of, nearest, furthest, long }
}

const newLine = (): Line => ({ nearest: -Infinity, furthest: Infinity })

function quantile(values: readonly number[], q: number): number {
  const sorted = Float32Array.from(values).toSorted()
  return sorted[Math.floor(q * (sorted.length - 1))] ?? 0
}

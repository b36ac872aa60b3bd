import type { HullRelief } from './relief.ts'

/** Cost of a step by one layer between neighbouring cells, and of a larger step. */
const stepCosts = { one: 0.08, more: 0.5 }
/** Cost of a layer outside the range of its cell. */
export const noCost = 1e3

/**
 * Chooses a layer for each cell so that the costs of the layers and of the steps between
 * neighbouring cells are small (H. Hirschmüller, Stereo Processing by Semiglobal Matching, 2008).
 * @returns the chosen layers, or NaN for cells whose surface may not be moved.
 */
export function chooseDepths(relief: HullRelief, costs: Float32Array): Float32Array {
  const { columns, rows, layers, first, last } = relief
  const sums = new Float32Array(costs.length)
  const path = new Float32Array(costs.length)
  const leasts = new Float32Array(columns * rows)
  for (const [k, [right, down]] of steps.entries()) {
    path.fill(noCost)
    for (let n = 0; n < columns * rows; n++) {
      // Each cell comes after the neighbour from which its path comes.
      const cell = k < 4 ? n : columns * rows - 1 - n
      if (last[cell] < first[cell]) continue
      const [column, row] = [(cell % columns) - right, Math.floor(cell / columns) - down]
      const isIn = column >= 0 && row >= 0 && column < columns && row < rows
      const before = row * columns + column
      const isJoined = isIn && last[before] >= first[before]
      let least = Infinity
      const leastBefore = isJoined ? leasts[before] : 0
      const [here, there] = [cell * layers, before * layers]
      for (let layer = first[cell]; layer <= last[cell]; layer++) {
        let value = costs[here + layer]
        if (isJoined) {
          const at = there + layer
          let join = Math.min(path[at], leastBefore + stepCosts.more)
          if (layer > 0) join = Math.min(join, path[at - 1] + stepCosts.one)
          if (layer < layers - 1) join = Math.min(join, path[at + 1] + stepCosts.one)
          value += join - leastBefore
        }
        path[here + layer] = value
        sums[here + layer] += value
        if (value < least) least = value
      }
      leasts[cell] = least
    }
  }
  return findLeast(relief, sums)
}

const steps = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [-1, -1],
  [1, -1],
] as const

function findLeast({ columns, rows, layers, first, last }: HullRelief, sums: Float32Array) {
  const depths = new Float32Array(columns * rows).fill(NaN)
  for (let cell = 0; cell < depths.length; cell++) {
    if (last[cell] < first[cell]) continue
    const at = cell * layers
    let best = first[cell]
    for (let layer = best + 1; layer <= last[cell]; layer++) {
      if (sums[at + layer] < sums[at + best]) best = layer
    }
    depths[cell] = best
    if (best === first[cell] || best === last[cell]) continue
    const [before, after] = [sums[at + best - 1], sums[at + best + 1]]
    const bend = before + after - 2 * sums[at + best]
    if (bend > 0) depths[cell] += (before - after) / (2 * bend)
  }
  return depths
}

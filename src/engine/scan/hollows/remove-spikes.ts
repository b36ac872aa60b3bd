import type { HullRelief } from './relief.ts'

/** Distance of the compared cells, in cells. */
const reach = 3
/** Depth below the hull, in layers, from which a cell belongs to a hollow. */
const hollowMin = 1
const values = new Float32Array((2 * reach + 1) ** 2)

/**
 * Gives each cell that mostly hollow cells surround the median depth of these cells. Other cells
 * get the depth of the hull.
 */
export function removeSpikes(relief: HullRelief, depths: Float32Array): Float32Array {
  const { columns, rows, first } = relief
  return depths.map((depth, cell) => {
    if (Number.isNaN(depth)) return depth
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    let [hollow, all] = [0, 0]
    for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++) {
      for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++) {
        const other = y * columns + x
        if (Number.isNaN(depths[other])) continue
        all++
        if (depths[other] - first[other] > hollowMin) values[hollow++] = depths[other]
      }
    }
    if (hollow * 2 <= all) return first[cell]
    return Math.max(first[cell], values.subarray(0, hollow).toSorted()[hollow >> 1])
  })
}

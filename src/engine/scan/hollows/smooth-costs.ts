import { noCost } from './choose-depths.ts'
import type { HullRelief } from './relief.ts'

/** Number of neighbours on each side over which the costs of a layer are averaged. */
const reach = 2
/** Cost of a surface that is not the hull's surface. */
const movedCost = 0.02
/** Cost of each layer below the hull, because photos of a plain surface fit at several depths. */
const layerCost = 0.002

/** Averages the costs of each layer over 5 x 5 cells, and adds the cost of moving the surface. */
export function smoothCosts(relief: HullRelief, costs: Float32Array): Float32Array {
  const { columns, rows, layers, first, last } = relief
  const smooth = costs.slice()
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      for (let layer = first[cell]; layer <= last[cell]; layer++) {
        let [sum, count] = [0, 0]
        for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++) {
          for (
            let x = Math.max(0, column - reach);
            x <= Math.min(columns - 1, column + reach);
            x++
          ) {
            const cost = costs[(y * columns + x) * layers + layer]
            if (cost >= noCost) continue
            sum += cost
            count++
          }
        }
        const moved = Math.min(1, (layer - first[cell]) / 2)
        smooth[cell * layers + layer] =
          sum / count + moved * movedCost + (layer - first[cell]) * layerCost
      }
    }
  }
  return smooth
}

import { getCentre } from '../cameras/lens.ts'
import type { Sampler } from './compare-views.ts'
import type { HullRelief } from './relief.ts'

/**
 * Returns the last layer of each cell that a camera sees over the surface of other cells. Cells up
 * to `skipped` cells away are ignored.
 */
export function findHorizon(
  relief: HullRelief,
  { view }: Sampler,
  { depths, skipped }: { readonly depths: Float32Array; readonly skipped: number },
): Float32Array {
  const { columns, rows, layers, step, origin, across, up, toViewer, first } = relief
  const eye = getCentre(view.pose).map((value, k) => value - origin[k])
  const [eyeColumn, eyeRow, eyeHeight] = [across, up, toViewer].map(
    (axis) => axis.reduce((sum, value, k) => sum + value * eye[k], 0) / step ** 2,
  )
  const heights = depths.map((depth, cell) => (Number.isNaN(depth) ? first[cell] : depth))
  const horizon = new Float32Array(columns * rows).fill(layers)
  const squares = Float32Array.from(horizon, (_, cell) => {
    return ((cell % columns) - eyeColumn) ** 2 + (Math.floor(cell / columns) - eyeRow) ** 2
  })
  const order = Uint32Array.from(horizon, (_, cell) => cell)
  order.sort((a, b) => squares[a] - squares[b])
  for (const cell of order) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    const [dx, dy] = [eyeColumn - column, eyeRow - row]
    const most = Math.max(Math.abs(dx), Math.abs(dy))
    if (most < 1) continue
    const [x, y] = [column + dx / most, row + dy / most]
    if (x < 0 || y < 0 || x > columns - 1 || y > rows - 1) continue
    const rise = (eyeHeight + heights[cell]) / most
    const isFlat = Math.abs(dx) > Math.abs(dy)
    const low = isFlat ? Math.floor(y) * columns + x : y * columns + Math.floor(x)
    const stride = isFlat ? columns : 1
    const high = (isFlat ? y : x) % 1 === 0 ? low : low + stride
    const fraction = isFlat ? y - Math.floor(y) : x - Math.floor(x)
    const blocked =
      (1 - fraction) * Math.min(heights[low], horizon[low]) +
      fraction * Math.min(heights[high], horizon[high])
    horizon[cell] = Math.min(layers, blocked + rise)
  }
  return horizon.map((own, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    const [dx, dy] = [eyeColumn - column, eyeRow - row]
    const most = Math.max(Math.abs(dx), Math.abs(dy))
    const x = Math.round(column + (dx / most) * skipped)
    const y = Math.round(row + (dy / most) * skipped)
    if (most <= skipped || x < 0 || y < 0 || x >= columns || y >= rows) return layers
    return Math.max(own, horizon[y * columns + x] + (skipped * (eyeHeight + heights[cell])) / most)
  })
}

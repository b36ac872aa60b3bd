import { getLength } from '../../raster/length.ts'
import type { Plane, ThreePlanes } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'

export type Border = {
  /** Number of pairs of neighbouring nodes along the border. */
  length: number
  /** Number of those pairs with enough nodes on both sides to compare colours. */
  compared: number
  /** Mean colour step (ΔE) beyond the gradient on both sides. */
  contrast: number
  /** Mean difference in lightness (L*), positive if the part with the higher number is lighter. */
  lightness: number
}

/** Nodes on each side of an edge that its blur may cover: preferred and minimum. */
const [wide, narrow] = [3, 2] as const

/** Returns the same key for both orders of two parts. */
export const borderKey = (one: number, other: number, count: number) =>
  Math.min(one, other) * count + Math.max(one, other)

type LabelledNodes = {
  readonly lab: ThreePlanes
  readonly labels: Int32Array
  readonly count: number
}

export function measureBorders(
  { width, height }: GeometryGrid,
  { lab: [l, a, b], labels, count }: LabelledNodes,
): Map<number, Border> {
  const borders = new Map<number, Border>()
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (labels[i] < 0) continue
      for (let direction = 0; direction < 2; direction++) {
        const step = direction === 0 ? 1 : width
        const n = i + step
        if (labels[n] < 0 || labels[n] === labels[i]) continue
        const key = borderKey(labels[i], labels[n], count)
        const border = borders.get(key) ?? { length: 0, compared: 0, contrast: 0, lightness: 0 }
        borders.set(key, border)
        border.length++
        const reach = hasRoom(labels, i, step, wide) ? wide : narrow
        if (reach === narrow && !hasRoom(labels, i, step, narrow)) continue
        const lighter = jumpAt(l, i, step, reach)
        const jump = getLength(lighter, jumpAt(a, i, step, reach), jumpAt(b, i, step, reach))
        const towards = labels[n] > labels[i] ? lighter : -lighter
        border.compared++
        border.contrast += (jump - border.contrast) / border.compared
        border.lightness += (towards - border.lightness) / border.compared
      }
    }
  }
  return borders
}

// oxlint-disable-next-line max-params -- for each node
function hasRoom(labels: Int32Array, i: number, step: number, reach: number): boolean {
  const n = i + step
  return (
    labels[i - reach * step] === labels[i] &&
    labels[i - 2 * reach * step] === labels[i] &&
    labels[n + reach * step] === labels[n] &&
    labels[n + 2 * reach * step] === labels[n]
  )
}

/** Returns the difference of values across the edge after `i`, less the gradient on both sides. */
// oxlint-disable-next-line max-params -- for each node
function jumpAt({ data }: Plane, i: number, step: number, reach: number): number {
  const before = i - reach * step
  const after = i + (1 + reach) * step
  const slopes =
    data[after + reach * step] - data[after] + data[before] - data[before - reach * step]
  return data[after] - data[before] - (slopes * (2 * reach + 1)) / (2 * reach)
}

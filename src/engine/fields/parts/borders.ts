import type { Plane, ThreePlanes } from '../../raster/plane.ts'
import type { GeometryGrid } from '../geometry-grid.ts'

/** What lies between two parts that touch. */
export type Border = {
  /** Pairs of nodes next to each other. */
  length: number
  /** Those of them that have room on both sides, where colours can be compared. */
  seen: number
  /** Mean jump of the colour (ΔE) at them, beyond what goes on from both sides. */
  contrast: number
}

/** Nodes on each side that the blur of an edge covers. */
const reach = 2

/** One number for both orders of two parts. */
export const borderKey = (one: number, other: number, count: number) =>
  Math.min(one, other) * count + Math.max(one, other)

export function measureBorders(
  { width, height }: GeometryGrid,
  [l, a, b]: ThreePlanes,
  labels: Int32Array,
  count: number,
): Map<number, Border> {
  const borders = new Map<number, Border>()
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (labels[i] < 0) continue
      for (const step of [1, width]) {
        const n = i + step
        if (labels[n] < 0 || labels[n] === labels[i]) continue
        const key = borderKey(labels[i], labels[n], count)
        const border = borders.get(key) ?? { length: 0, seen: 0, contrast: 0 }
        borders.set(key, border)
        border.length++
        const [before, farBefore] = [i - reach * step, i - 2 * reach * step]
        const [after, farAfter] = [n + reach * step, n + 2 * reach * step]
        const hasRoom =
          labels[before] === labels[i] &&
          labels[farBefore] === labels[i] &&
          labels[after] === labels[n] &&
          labels[farAfter] === labels[n]
        if (!hasRoom) continue
        const jump = ({ data }: Plane) => {
          const slopes = data[farAfter] - data[after] + data[before] - data[farBefore]
          return data[after] - data[before] - (slopes * (2 * reach + 1)) / (2 * reach)
        }
        border.seen++
        border.contrast += (Math.hypot(jump(l), jump(a), jump(b)) - border.contrast) / border.seen
      }
    }
  }
  return borders
}

import type { ThreePlanes } from '../raster/plane.ts'
import type { GeometryGrid } from './geometry-grid.ts'

/** Minimum width of rows in which shading is measured, in nodes. */
const widthMin = 12
/** Largest difference of a* and b* between rim and inside of one surface. */
const chromaMax = 14
/** Minimum fraction of rows whose rim and inside are one surface. */
const rowsMin = 0.3

/**
 * Returns how much darker the object is at its left or right rim than inside, as the median over
 * its rows. Upright cylinders give about 0.5, flat sides near 0.
 */
export function measureRoundness({ width, height, inside }: GeometryGrid, lab: ThreePlanes) {
  const darkenings: number[] = []
  let wide = 0
  for (let y = 1; y < height - 1; y++) {
    const [from, to] = widestRun(inside, y * width, width)
    const length = to - from
    if (length < widthMin) continue
    wide++
    const part = (start: number, end: number) =>
      meanColour(lab, Math.round(from + start * length), Math.round(from + end * length))
    const left = darkening(part(0.03, 0.13), part(0.2, 0.32))
    const right = darkening(part(0.87, 0.97), part(0.68, 0.8))
    if (left !== undefined && right !== undefined) darkenings.push(Math.max(left, right))
  }
  if (darkenings.length <= rowsMin * wide) return 0
  return darkenings.toSorted((p, q) => p - q)[darkenings.length >> 1]
}

type Part = { luminance: number; a: number; b: number }

function darkening(rim: Part, inner: Part): number | undefined {
  if (Math.hypot(rim.a - inner.a, rim.b - inner.b) > chromaMax) return undefined
  return 1 - rim.luminance / Math.max(0.01, inner.luminance)
}

function widestRun(inside: Uint8Array, row: number, width: number): [number, number] {
  let best: [number, number] = [row, row]
  let start = -1
  for (let i = row; i < row + width; i++) {
    if (inside[i] && start < 0) start = i
    if (!inside[i] && start >= 0) {
      if (i - start > best[1] - best[0]) best = [start, i]
      start = -1
    }
  }
  return best
}

function meanColour([l, a, b]: ThreePlanes, from: number, to: number) {
  let [luminance, green, blue] = [0, 0, 0]
  for (let i = from; i < to; i++) {
    luminance += ((l.data[i] + 16) / 116) ** 3
    green += a.data[i]
    blue += b.data[i]
  }
  const count = Math.max(1, to - from)
  return { luminance: luminance / count, a: green / count, b: blue / count }
}

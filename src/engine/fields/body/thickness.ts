import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'

/**
 * Quantile of the thickness that counts as the largest thickness. The maximum could be a single
 * spike.
 */
const thickest = 0.97

/** Returns the largest thickness in cells, and the mean thickness as a fraction of the largest. */
export function measureThickness(
  { front, back }: Heights,
  { inside }: GeometryGrid,
): { most: number; fill: number } {
  const values = front.data
    .map((value, i) => (inside[i] ? Math.max(0, value + back.data[i]) : NaN))
    .filter((value) => !Number.isNaN(value))
    .toSorted()
  const most = values[Math.floor(thickest * (values.length - 1))] ?? 0
  let sum = 0
  for (const value of values) sum += Math.min(1.1 * most, value)
  return { most, fill: most > 0 ? sum / (values.length * most) : 0 }
}

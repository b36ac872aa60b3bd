import { filterLines } from './blur.ts'
import { copyPlane, type Plane } from './plane.ts'

/** Returns the maximum within squares of `2 * radius + 1` samples. */
export function maxFilter(plane: Plane, radius: number): Plane {
  const result = copyPlane(plane)
  const size = 2 * radius + 1
  const padded = new Float32Array(Math.max(plane.width, plane.height) + 2 * size)
  filterLines(result, filterLargest, { radius, padded })
  return result
}

type Largest = {
  readonly radius: number
  readonly padded: Float32Array
}

function filterLargest(line: Float32Array, count: number, { radius, padded }: Largest): void {
  const size = 2 * radius + 1
  padded.fill(-Infinity)
  padded.set(line.length === count ? line : line.subarray(0, count), radius)
  // Each round doubles the window: one, two, four and more samples.
  const end = count + size
  let covered = 1
  for (; covered * 2 <= size; covered *= 2) widen(padded, covered, end)
  if (covered < size) widen(padded, size - covered, end)
  line.set(padded.subarray(0, count))
}

function widen(line: Float32Array, by: number, end: number): void {
  for (let x = 0; x < end; x++) {
    const other = line[x + by]
    if (other > line[x]) line[x] = other
  }
}

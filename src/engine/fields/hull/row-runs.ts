import type { Plane } from '../../raster/plane.ts'

/** Measurements of an outline's rows. A run is an unbroken sequence of inside cells in a row. */
export type RowRuns = {
  readonly width: number
  readonly height: number
  readonly inside: Uint8Array
  readonly across: Float32Array
  readonly counts: Float32Array
}

export function measureRows({ width, height, data }: Plane): RowRuns {
  const inside = Uint8Array.from(data, (value) => (value > 0.5 ? 1 : 0))
  const across = new Float32Array(data.length)
  const counts = new Float32Array(height)
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * width
    for (let i = y * width; i < end; i++) {
      if (!inside[i]) continue
      const from = i
      while (i < end && inside[i]) i++
      counts[y] += i - from
      const [middle, half] = [(from + i - 1) / 2, (i - from) / 2]
      for (let n = from; n < i; n++) across[n] = (n - middle) / half
    }
  }
  return { width, height, inside, across, counts }
}

/** Returns how much the row widths of two outlines of the same height differ, 0 (equal) to 1. */
export function compareRows({ counts: front }: RowRuns, { counts: side }: RowRuns): number {
  let [difference, sum] = [0, 1e-6]
  front.forEach((count, y) => {
    difference += Math.abs(count - side[y])
    sum += count + side[y]
  })
  return difference / sum
}

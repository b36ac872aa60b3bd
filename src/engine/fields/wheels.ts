import { fractionToEdge } from './fraction-to-edge.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import type { GridBounds } from './statistics.ts'

/**
 * Heights above the ground at which the widths of wheels and feet are measured, as fractions of the
 * object's length.
 */
const levels = { low: 0.012, high: 0.05 } as const
/**
 * Range of a wheel's roundness: its width near the ground, divided by the width of a circle there.
 * Feet have a larger ratio.
 */
const roundness = [0.7, 1.15] as const
/**
 * Range of a wheel's width at the high level, as a fraction of the object's length. Legs are
 * thinner, and a bicycle's wheels are larger.
 */
const chordLength = [0.1, 0.22] as const
/**
 * Parts with a smaller width at the high level, as a fraction of the object's length, are ignored.
 */
const chordLeast = 0.03
const alikeMin = 0.7
/**
 * Limits of a vehicle seen from its side: ratio of length to height (`aspectMin`), and filled
 * fraction of the bounding box (`fillMin`). A scooter fills less.
 */
const body = { aspectMin: 1.25, fillMin: 0.5 } as const

/** Returns whether the picture shows a vehicle from its side, standing on two circles. */
export function standsOnWheels(grid: GeometryGrid, bounds: GridBounds, area: number): boolean {
  const { width, height } = bounds
  if (width < body.aspectMin * height || area < body.fillMin * width * height) return false
  const clearance = clearances(grid, bounds)
  const chords = runsBelow(clearance, levels.high * width).filter(
    ([from, to]) => to - from >= chordLeast * width,
  )
  if (chords.length !== 2) return false
  const lengths = chords.map(([from, to]) => to - from)
  if (Math.min(...lengths) < alikeMin * Math.max(...lengths)) return false
  return chords.every(([from, to]) => {
    const long = (to - from) / width
    if (long < chordLength[0] || long > chordLength[1]) return false
    const low = clearance.slice(from, to).filter((value) => value < levels.low * width).length
    const round = low / width / lowChord(long)
    return round >= roundness[0] && round <= roundness[1]
  })
}

function lowChord(highChord: number): number {
  const diameter = (highChord ** 2 / 4 + levels.high ** 2) / levels.high
  return 2 * Math.sqrt(levels.low * (diameter - levels.low))
}

function clearances({ width, inside, phi: { data } }: GeometryGrid, bounds: GridBounds): number[] {
  const lowest = Array.from({ length: bounds.width }, (_, k) => {
    for (let y = bounds.bottom; y >= bounds.top; y--) {
      const i = y * width + bounds.left + k
      if (inside[i]) return y + fractionToEdge(data[i], data[i + width])
    }
    return -Infinity
  })
  const ground = Math.max(...lowest)
  return lowest.map((y) => ground - y)
}

function runsBelow(clearance: readonly number[], most: number): [from: number, to: number][] {
  const runs: [number, number][] = []
  clearance.forEach((value, k) => {
    if (value >= most) return
    const last = runs.at(-1)
    if (last?.[1] === k) last[1]++
    else runs.push([k, k + 1])
  })
  return runs
}

import type { MeshPart } from './parts.ts'

type Point = [x: number, y: number, z: number]

const axes = [0, 1, 2] as const

/** Returns the bounding box of all points in metres, by default an empty box at the origin. */
export function measureExtent(parts: readonly Pick<MeshPart, 'positions'>[]): {
  low: Point
  high: Point
} {
  const low: Point = [Infinity, Infinity, Infinity]
  const high: Point = [-Infinity, -Infinity, -Infinity]
  for (const { positions } of parts) {
    for (let at = 0; at < positions.length; at += 3) {
      for (const axis of axes) {
        const value = positions[at + axis] ?? 0
        if (value < low[axis]) low[axis] = value
        if (value > high[axis]) high[axis] = value
      }
    }
  }
  return low[0] <= high[0] ? { low, high } : { low: [0, 0, 0], high: [0, 0, 0] }
}

export const placeParts = (
  parts: readonly MeshPart[],
  scale: number,
  by: readonly [x: number, y: number, z: number],
): MeshPart[] =>
  parts.map((part) => ({
    ...part,
    positions: part.positions.map((value, at) => value * scale + (by[at % 3] ?? 0)),
  }))

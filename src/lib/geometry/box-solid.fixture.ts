/**
 * Corner numbers of each side, counter-clockwise seen from outside. Bits 0, 1 and 2 of a corner
 * number are x, y and z.
 */
const quads = [
  [1, 3, 7, 5],
  [0, 4, 6, 2],
  [2, 6, 7, 3],
  [0, 1, 5, 4],
  [4, 5, 7, 6],
  [0, 2, 3, 1],
] as const

export type HalfExtents = readonly [x: number, y: number, z: number]

/** Creates a triangulated box around the origin. */
export function boxSolid(half: HalfExtents): {
  positions: Float32Array<ArrayBuffer>
  indices: Uint32Array<ArrayBuffer>
} {
  const corners = Array.from({ length: 8 }, (_, k) =>
    half.map((size, axis) => (k & (1 << axis) ? size : -size)),
  )
  const indices = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])
  return { positions: Float32Array.from(corners.flat()), indices: Uint32Array.from(indices) }
}

import type { MeshPart } from './parts.ts'

/**
 * Returns a box around the origin whose faces point outwards. Each face has its own four points, so
 * that edges are hard.
 * @param faces number of faces. Fewer than six leave the box open.
 */
export function createBox(
  [width, height, depth]: readonly [number, number, number],
  faces = 6,
): MeshPart {
  const positions: number[] = []
  const indices: number[] = []
  const uvs: number[] = []
  const half: readonly number[] = [width / 2, height / 2, depth / 2]
  for (let face = 0; face < faces; face++) {
    const axis = face % 3
    const sign = face < 3 ? 1 : -1
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
    const start = positions.length / 3
    for (const [s, t] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const point = [0, 0, 0]
      point[axis] = sign * (half[axis] ?? 0)
      point[u] = s * sign * (half[u] ?? 0)
      point[v] = t * (half[v] ?? 0)
      positions.push(...point)
      uvs.push((s + 1) / 2, (t + 1) / 2)
    }
    indices.push(start, start + 1, start + 2, start, start + 2, start + 3)
  }
  return {
    positions: new Float32Array(positions),
    indices: new Uint32Array(indices),
    uvs: new Float32Array(uvs),
    material: 0,
  }
}

export function moveBody(
  part: MeshPart,
  by: readonly [number, number, number],
  isFlipped = false,
): MeshPart {
  const positions = part.positions.map((value, at) => value + (by[at % 3] ?? 0))
  const indices = part.indices.slice()
  if (isFlipped) indices.reverse()
  return { ...part, positions, indices }
}

/**
 * Values on a cubic grid, sorted by z, then y, then x. Values above 0 are inside. The outermost
 * samples must be outside.
 */
export type Samples = { readonly side: number; readonly data: Float32Array }

/**
 * Kuhn's six tetrahedra of a cube, each a path from the first corner to the last along one axis at
 * a time. The bits of a corner's number are its x, y and z.
 */
const tetrahedra = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
] as const

/**
 * Distance of vertices from samples, in samples. Vertices on samples could make triangles without
 * area.
 */
const clearance = 0.02

/**
 * Triangulates the surface between inside and outside, counter-clockwise from outside. The mesh is
 * always closed.
 * @returns points in samples.
 */
export function marchTetrahedra({ side, data }: Samples): {
  points: Float32Array
  indices: Uint32Array
} {
  const offsets = Array.from(
    { length: 8 },
    (_, corner) => (corner & 1) + ((corner >> 1) & 1) * side + (corner >> 2) * side * side,
  )
  const points: number[] = []
  const indices: number[] = []
  const known = new Map<number, number>()
  const vertexOn = (a: number, b: number): number => {
    const [low, high] = a < b ? [a, b] : [b, a]
    const key = low * 8 + offsets.indexOf(high - low)
    const found = known.get(key)
    if (found !== undefined) return found
    const at = data[low] / (data[low] - data[high])
    const between = Math.min(1 - clearance, Math.max(clearance, at))
    const [from, to] = [getPlace(low, side), getPlace(high, side)]
    for (let c = 0; c < 3; c++) points.push(from[c] + (to[c] - from[c]) * between)
    const vertex = points.length / 3 - 1
    known.set(key, vertex)
    return vertex
  }
  const cut = (corners: readonly number[]) => {
    const inside = corners.filter((i) => data[i] > 0)
    const outside = corners.filter((i) => !(data[i] > 0))
    if (inside.length === 0 || outside.length === 0) return
    const isEven = isEvenOrder([...inside, ...outside].map((i) => corners.indexOf(i)))
    const add = (a: number, b: number, c: number) =>
      isEven ? indices.push(a, b, c) : indices.push(a, c, b)
    if (inside.length === 2) {
      const [p, q] = inside
      const [r, s] = outside
      const [pr, ps, qr, qs] = [vertexOn(p, r), vertexOn(p, s), vertexOn(q, r), vertexOn(q, s)]
      add(pr, qr, ps)
      add(ps, qr, qs)
      return
    }
    const [lone] = inside.length === 1 ? inside : outside
    const [a, b, c] = (inside.length === 1 ? outside : inside).map((i) => vertexOn(lone, i))
    add(a, c, b)
  }
  for (let z = 0; z < side - 1; z++) {
    for (let y = 0; y < side - 1; y++) {
      for (let x = 0; x < side - 1; x++) {
        const i = (z * side + y) * side + x
        let inside = 0
        for (const offset of offsets) if (data[i + offset] > 0) inside++
        if (inside === 0 || inside === 8) continue
        for (const corners of tetrahedra) cut(corners.map((corner) => i + offsets[corner]))
      }
    }
  }
  const turned = computeVolume(points, indices) < 0
  if (turned) {
    for (let t = 0; t < indices.length; t += 3) {
      ;[indices[t + 1], indices[t + 2]] = [indices[t + 2], indices[t + 1]]
    }
  }
  return { points: Float32Array.from(points), indices: Uint32Array.from(indices) }
}

const getPlace = (i: number, side: number) => [
  i % side,
  Math.floor(i / side) % side,
  Math.floor(i / (side * side)),
]

function isEvenOrder(order: readonly number[]): boolean {
  let swaps = 0
  for (let a = 0; a < order.length; a++) {
    for (let b = a + 1; b < order.length; b++) if (order[a] > order[b]) swaps++
  }
  return swaps % 2 === 0
}

function computeVolume(points: readonly number[], indices: readonly number[]): number {
  let sum = 0
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3]
    sum +=
      points[a] * (points[b + 1] * points[c + 2] - points[b + 2] * points[c + 1]) +
      points[a + 1] * (points[b + 2] * points[c] - points[b] * points[c + 2]) +
      points[a + 2] * (points[b] * points[c + 1] - points[b + 1] * points[c])
  }
  return sum
}

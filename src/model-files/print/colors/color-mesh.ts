import type { Welded } from '../../mesh/weld.ts'
import type { Weights } from './color-sampler.ts'

export const wholeTriangle = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const satisfies readonly Weights[]

/** A welded surface whose triangles can be split at the borders of colours. */
export type ColorMesh = {
  readonly points: number[]
  corners: number[]
  origins: number[]
  /**
   * For each triangle, nine numbers: the barycentric position of three corners in the original
   * triangle.
   */
  weights: number[]
}

export function createColorMesh({ positions, indices }: Welded): ColorMesh {
  const whole = wholeTriangle.flat()
  const count = indices.length / 3
  return {
    points: Array.from(positions),
    corners: Array.from(indices),
    origins: Array.from({ length: count }, (_, triangle) => triangle * 3),
    weights: Array.from({ length: count * 9 }, (_, at) => whole[at % 9] ?? 0),
  }
}

export function getWeights({ weights }: ColorMesh, triangle: number, corner: number): Weights {
  const at = triangle * 9 + corner * 3
  return [weights[at] ?? 0, weights[at + 1] ?? 0, weights[at + 2] ?? 0]
}

/** Returns the length of the edge that starts at a corner of a triangle. */
export function measureEdge(mesh: ColorMesh, triangle: number, corner: number): number {
  const a = (mesh.corners[triangle * 3 + corner] ?? 0) * 3
  const b = (mesh.corners[triangle * 3 + ((corner + 1) % 3)] ?? 0) * 3
  const along = (axis: number) => (mesh.points[a + axis] ?? 0) - (mesh.points[b + axis] ?? 0)
  return Math.hypot(along(0), along(1), along(2))
}

export function measureTriangleArea(mesh: ColorMesh, triangle: number): number {
  const [a, b, c] = [0, 1, 2].map((corner) => measureEdge(mesh, triangle, corner))
  const [x = 0, y = 0, z = 0] = [a, b, c]
  // Computes the area by Heron's formula. Rounding may make the product slightly negative.
  const half = (x + y + z) / 2
  return Math.sqrt(Math.max(0, half * (half - x) * (half - y) * (half - z)))
}

export function toEdgeKey(a: number, b: number): number {
  return a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a
}

/** Splits the marked edges in the middle, in all triangles with these edges. */
export function splitEdges(mesh: ColorMesh, marked: ReadonlySet<number>): void {
  const middles = new Map<number, number>()
  const { corners, origins } = mesh
  const next: Omit<ColorMesh, 'points'> = { corners: [], origins: [], weights: [] }
  for (let triangle = 0; triangle * 3 < corners.length; triangle++) {
    const points = [0, 1, 2].map((at) => corners[triangle * 3 + at] ?? 0)
    const places = [0, 1, 2].map((at) => getWeights(mesh, triangle, at))
    const cuts = [0, 1, 2].map((at) =>
      getMiddle(mesh, { from: points[at] ?? 0, to: points[(at + 1) % 3] ?? 0, marked, middles }),
    )
    cuts.forEach((middle, at) => {
      points.push(middle ?? -1)
      places.push(mix(places[at] ?? [0, 0, 0], places[(at + 1) % 3] ?? [0, 0, 0]))
    })
    for (const piece of listPieces(cuts.map((middle) => middle !== undefined))) {
      for (const at of piece) {
        next.corners.push(points[at] ?? 0)
        next.weights.push(...(places[at] ?? []))
      }
      next.origins.push(origins[triangle] ?? 0)
    }
  }
  Object.assign(mesh, next)
}

type Cut = {
  from: number
  to: number
  marked: ReadonlySet<number>
  middles: Map<number, number>
}

function getMiddle({ points }: ColorMesh, { from, to, marked, middles }: Cut): number | undefined {
  const key = toEdgeKey(from, to)
  if (!marked.has(key)) return undefined
  const known = middles.get(key)
  if (known !== undefined) return known
  const made = points.length / 3
  for (let axis = 0; axis < 3; axis++) {
    points.push(Math.fround(((points[from * 3 + axis] ?? 0) + (points[to * 3 + axis] ?? 0)) / 2))
  }
  middles.set(key, made)
  return made
}

const mix = (one: Weights, other: Weights): Weights => [
  (one[0] + other[0]) / 2,
  (one[1] + other[1]) / 2,
  (one[2] + other[2]) / 2,
]

/**
 * Returns the triangles that replace a triangle with split edges. Numbers 0 to 2 are the old
 * corners, 3 to 5 the middles of the edges.
 */
function listPieces(isCut: readonly boolean[]): (readonly number[])[] {
  const cuts = isCut.filter(Boolean).length
  if (cuts === 0) return [[0, 1, 2]]
  if (cuts === 3) {
    return [
      [0, 3, 5],
      [3, 1, 4],
      [5, 4, 2],
      [3, 4, 5],
    ]
  }
  // Rotates the corners so that the first edge is split, and the last edge is not.
  const start = cuts === 1 ? isCut.indexOf(true) : (isCut.indexOf(false) + 1) % 3
  const at = (place: number) => (start + place) % 3
  const [a, b, c] = [at(0), at(1), at(2)]
  const ab = 3 + a
  if (cuts === 1) {
    return [
      [a, ab, c],
      [ab, b, c],
    ]
  }
  const bc = 3 + b
  return [
    [a, ab, c],
    [ab, bc, c],
    [ab, b, bc],
  ]
}

/**
 * Fraction of an edge's length or a triangle's size near the end or rim where intersections are
 * rounding errors.
 */
const margin = 1e-4

/**
 * Returns whether an edge intersects a triangle. Corners are vertex indices. Source: T. Möller and
 * B. Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997.
 */
// oxlint-disable-next-line max-params -- for each pair of edge and triangle
export function runsThrough(
  p: Float32Array,
  from: number,
  to: number,
  a: number,
  b: number,
  c: number,
): boolean {
  const [f, t, i, j, k] = [from * 3, to * 3, a * 3, b * 3, c * 3]
  const wayX = p[t] - p[f]
  const wayY = p[t + 1] - p[f + 1]
  const wayZ = p[t + 2] - p[f + 2]
  const ux = p[j] - p[i]
  const uy = p[j + 1] - p[i + 1]
  const uz = p[j + 2] - p[i + 2]
  const vx = p[k] - p[i]
  const vy = p[k + 1] - p[i + 1]
  const vz = p[k + 2] - p[i + 2]
  const hx = wayY * vz - wayZ * vy
  const hy = wayZ * vx - wayX * vz
  const hz = wayX * vy - wayY * vx
  const determinant = ux * hx + uy * hy + uz * hz
  if (Math.abs(determinant) < 1e-16) return false
  const sx = p[f] - p[i]
  const sy = p[f + 1] - p[i + 1]
  const sz = p[f + 2] - p[i + 2]
  const u = (sx * hx + sy * hy + sz * hz) / determinant
  if (!(u > margin)) return false
  const qx = sy * uz - sz * uy
  const qy = sz * ux - sx * uz
  const qz = sx * uy - sy * ux
  const v = (wayX * qx + wayY * qy + wayZ * qz) / determinant
  if (!(v > margin && u + v < 1 - margin)) return false
  const along = (vx * qx + vy * qy + vz * qz) / determinant
  return along > margin && along < 1 - margin
}

type Corners = ArrayLike<number>

/**
 * Returns whether an edge of either triangle intersects the other triangle. Ignores edges that
 * share a corner with the other triangle.
 */
export function trianglesCross(p: Float32Array, one: Corners, other: Corners): boolean {
  return edgeRunsThrough(p, one, other) || edgeRunsThrough(p, other, one)
}

function edgeRunsThrough(p: Float32Array, edges: Corners, triangle: Corners): boolean {
  const [a, b, c] = [triangle[0], triangle[1], triangle[2]]
  for (let k = 0; k < 3; k++) {
    const from = edges[k]
    const to = edges[(k + 1) % 3]
    if (from === a || from === b || from === c || to === a || to === b || to === c) continue
    if (runsThrough(p, from, to, a, b, c)) return true
  }
  return false
}

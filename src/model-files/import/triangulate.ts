import { ShapeUtils, Vector2 } from 'three'

type Point = { x: number; y: number }

/**
 * Cuts a polygon, which may be slightly bent, into triangles with the same direction.
 * @param corners point indices, in order.
 * @param positions x, y, z of all points.
 * @returns three indices into `corners` for each triangle.
 */
export function triangulate(corners: ArrayLike<number>, positions: ArrayLike<number>): number[] {
  const count = corners.length
  if (count < 3) return []
  if (count === 3) return [0, 1, 2]
  const kept = Array.from(corners, (_, at) => at).filter(
    (at) => corners[at] !== corners[(at + 1) % count],
  )
  if (kept.length < count) {
    const places = triangulate(
      kept.map((at) => corners[at] ?? 0),
      positions,
    )
    return places.map((place) => kept[place] ?? 0)
  }
  const flat = flatten(corners, positions)
  if (!flat || isConvex(flat)) return fan(count)
  const contour = flat.map(({ x, y }) => new Vector2(x, y))
  const ears = ShapeUtils.triangulateShape(contour, []).flat()
  if (ears.length === (count - 2) * 3 || count > simpleMax)
    return ears.length > 0 ? ears : fan(count)
  // The triangulation library drops points on straight edges, which may be outside the plane of a
  // bent polygon.
  return clipEars(flat)
}

/** Maximum number of corners for the slow algorithm, which keeps points on straight edges. */
const simpleMax = 64

/** Cuts off one corner after the other (ear clipping), so that every point is used. */
function clipEars(points: readonly Point[]): number[] {
  const left = points.map((_, at) => at)
  const triangles: number[] = []
  while (left.length > 3) {
    const corners = left.map((_, at) =>
      [left.length - 1, 0, 1].map((step) => left[(at + step) % left.length] ?? 0),
    )
    const areas = corners.map((corner) => getArea(points, corner))
    const isFree = (corner: readonly number[]) =>
      left.every((at) => corner.includes(at) || !isInside(points, corner, at))
    const ear = areas.findIndex((area, at) => area > 0 && isFree(corners[at] ?? []))
    // A polygon that intersects itself may have no corner that can be cut off.
    const chosen = ear >= 0 ? ear : areas.indexOf(Math.max(...areas))
    triangles.push(...(corners[chosen] ?? []))
    left.splice(chosen, 1)
  }
  return [...triangles, ...left]
}

/** Returns twice the area of a triangle, negative for a clockwise triangle. */
function getArea(points: readonly Point[], corners: readonly number[]): number {
  const [a, b, c] = corners.map((at) => points[at])
  return a && b && c ? (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) : 0
}

function isInside(points: readonly Point[], [a, b, c]: readonly number[], at: number): boolean {
  const sides = [
    [a, b],
    [b, c],
    [c, a],
  ]
  const other = points[at]
  const isCorner = [a, b, c].some((corner) => {
    const point = points[corner ?? 0]
    return point?.x === other?.x && point?.y === other?.y
  })
  // A point at a corner's position does not count as inside, because a joined hole duplicates
  // points.
  return !isCorner && sides.every(([from, to]) => getArea(points, [from ?? 0, to ?? 0, at]) >= 0)
}

const fan = (count: number): number[] =>
  Array.from({ length: count - 2 }, (_, at) => [0, at + 1, at + 2]).flat()

/**
 * Projects a polygon onto its plane, counter-clockwise, with Newell's method for the normal.
 * @returns undefined if the polygon has no area.
 */
function flatten(
  corners: ArrayLike<number>,
  positions: ArrayLike<number>,
): readonly Point[] | undefined {
  const at = (corner: number, axis: number) => positions[(corners[corner] ?? 0) * 3 + axis] ?? 0
  const normal = [0, 0, 0]
  const count = corners.length
  for (let corner = 0; corner < count; corner++) {
    const next = (corner + 1) % count
    for (let axis = 0; axis < 3; axis++) {
      const [a, b] = [(axis + 1) % 3, (axis + 2) % 3]
      // Subtracts the first corner, because large coordinates lose digits.
      const height = at(corner, b) + at(next, b) - 2 * at(0, b)
      normal[axis] = (normal[axis] ?? 0) + (at(corner, a) - at(next, a)) * height
    }
  }
  const [x = 0, y = 0, z = 0] = normal
  const length = Math.hypot(x, y, z)
  if (!(length > 0) || !Number.isFinite(length)) return undefined
  const [nx, ny, nz] = [x / length, y / length, z / length]
  // Computes two axes in the plane (Duff et al., “Building an Orthonormal Basis, Revisited”, 2017).
  const sign = nz < 0 ? -1 : 1
  const a = -1 / (sign + nz)
  const b = nx * ny * a
  const right = [1 + sign * nx * nx * a, sign * b, -sign * nx] as const
  const up = [b, sign + ny * ny * a, -ny] as const
  return Array.from({ length: count }, (_, corner) => {
    const [px, py, pz] = [0, 1, 2].map((axis) => at(corner, axis) - at(0, axis))
    const along = ([i, j, k]: readonly [number, number, number]) =>
      i * (px ?? 0) + j * (py ?? 0) + k * (pz ?? 0)
    return { x: along(right), y: along(up) }
  })
}

/** Returns whether a counter-clockwise polygon turns left at every corner, and only once around. */
function isConvex(points: readonly Point[]): boolean {
  const count = points.length
  let turns = 0
  let before = 0
  for (let at = 0; at < count; at++) {
    const [a, b, c] = [0, 1, 2].map((step) => points[(at + step) % count] ?? { x: 0, y: 0 })
    if (!a || !b || !c) return false
    if ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) < 0) return false
    const direction = Math.sign(b.x - a.x)
    if (direction !== 0 && direction !== before) turns++
    if (direction !== 0) before = direction
  }
  // A star also turns left at every corner, but goes around more than once.
  return turns <= 3
}

import type { Welded } from '../../mesh/weld.ts'
import { contactRatio, getHeights } from './measure-overhangs.ts'

type Place = readonly [x: number, z: number]

/**
 * Returns the angle in degrees by which a model can lean before tipping over, negative if the
 * centre of mass is not above the contact area.
 */
export function measureStability({
  positions,
  indices,
}: Pick<Welded, 'positions' | 'indices'>): number {
  const { low, height } = getHeights(positions)
  const on: Place[] = []
  for (let at = 0; at < positions.length; at += 3) {
    if ((positions[at + 1] ?? 0) < low + height * contactRatio)
      on.push([positions[at] ?? 0, positions[at + 2] ?? 0])
  }
  const centre = getCentreOfMass(positions, indices)
  const above = Math.max(centre[1] - low, height / 1000)
  const margin = getMargin(getHull(on), [centre[0], centre[2]])
  return (Math.atan2(margin, above) * 180) / Math.PI
}

function getCentreOfMass(
  positions: Float32Array,
  indices: Uint32Array,
): readonly [number, number, number] {
  const sum = [0, 0, 0]
  let volume = 0
  const value = (corner: number, axis: number) => positions[(indices[corner] ?? 0) * 3 + axis] ?? 0
  for (let at = 0; at < indices.length; at += 3) {
    const [ax, ay, az] = [value(at, 0), value(at, 1), value(at, 2)]
    const [bx, by, bz] = [value(at + 1, 0), value(at + 1, 1), value(at + 1, 2)]
    const [cx, cy, cz] = [value(at + 2, 0), value(at + 2, 1), value(at + 2, 2)]
    const part =
      (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6
    volume += part
    sum[0] = (sum[0] ?? 0) + (part * (ax + bx + cx)) / 4
    sum[1] = (sum[1] ?? 0) + (part * (ay + by + cy)) / 4
    sum[2] = (sum[2] ?? 0) + (part * (az + bz + cz)) / 4
  }
  if (volume > 0) return [(sum[0] ?? 0) / volume, (sum[1] ?? 0) / volume, (sum[2] ?? 0) / volume]
  const points = positions.length / 3 || 1
  const mean = [0, 0, 0]
  positions.forEach((one, at) => {
    mean[at % 3] = (mean[at % 3] ?? 0) + one / points
  })
  return [mean[0] ?? 0, mean[1] ?? 0, mean[2] ?? 0]
}

/** Returns the convex outline of points, counter-clockwise (Andrew's monotone chain, 1979). */
function getHull(points: readonly Place[]): readonly Place[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const chain = (ordered: readonly Place[]) => {
    const found: Place[] = []
    for (const point of ordered) {
      while (found.length > 1 && turn(found.at(-2), found.at(-1), point) <= 0) found.pop()
      found.push(point)
    }
    return found.slice(0, -1)
  }
  return [...chain(sorted), ...chain(sorted.toReversed())]
}

const turn = (a: Place = [0, 0], b: Place = [0, 0], c: Place = [0, 0]): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

function getMargin(hull: readonly Place[], point: Place): number {
  if (hull.length < 3) {
    const [first = point] = hull
    return -Math.hypot(point[0] - first[0], point[1] - first[1])
  }
  return Math.min(
    ...hull.map((from, at) => {
      const to = hull[(at + 1) % hull.length] ?? from
      return turn(from, to, point) / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1)
    }),
  )
}

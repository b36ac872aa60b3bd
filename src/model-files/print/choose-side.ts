import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { measureExtent } from '../mesh/extent.ts'
import type { MeshPart } from '../mesh/parts.ts'
import { weld } from '../mesh/weld.ts'
import { getFace } from './checks/face.ts'

type Direction = readonly [x: number, y: number, z: number]

const axes: readonly Direction[] = [
  [0, -1, 0],
  [0, 1, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
]
const sidesMax = 24
/** Cosine of 6°. Sides whose directions differ by a smaller angle count as one side. */
const sameCosine = 0.9945
/** Sine of 45°, the steepest overhang that needs no supports. */
const steepSine = Math.SQRT1_2
/**
 * Maximum height above the bed of a triangle that touches the bed, as a fraction of the model's
 * size.
 */
const contactRatio = 0.002
/**
 * Number of square metres of overhang that one square metre of contact with the bed compensates.
 */
const contactValue = 0.5

export type RatedSide = {
  down: Direction
  overhang: number
  contact: number
}

/** Rates how a model would print on a side, by the area of overhangs and the area on the bed. */
export function rateSide(parts: readonly MeshPart[], down: Direction): RatedSide {
  const { low, high } = measureExtent(parts)
  const size = Math.hypot(...high.map((value, axis) => value - (low[axis] ?? 0)))
  const { positions, indices } = weld(parts)
  const along = (point: number) =>
    [0, 1, 2].reduce((sum, axis) => sum + (positions[point * 3 + axis] ?? 0) * (down[axis] ?? 0), 0)
  let lowest = -Infinity
  for (let point = 0; point * 3 < positions.length; point++) {
    lowest = Math.max(lowest, along(point))
  }
  const corners = new Float32Array(9)
  let overhang = 0
  let contact = 0
  for (let at = 0; at < indices.length; at += 3) {
    const points = indices.subarray(at, at + 3)
    points.forEach((point, corner) =>
      corners.set(positions.subarray(point * 3, point * 3 + 3), corner * 3),
    )
    const { normal, area } = getFace(corners, 0)
    const sine = normal[0] * down[0] + normal[1] * down[1] + normal[2] * down[2]
    if (sine <= steepSine) continue
    if (points.every((point) => along(point) > lowest - size * contactRatio)) contact += area
    else overhang += area
  }
  return { down, overhang, contact }
}

/**
 * Returns the side with the smallest need of supports, or the model's own lower side if no side is
 * clearly better.
 */
export function chooseSide(parts: readonly MeshPart[], solids: ManifoldToplevel): RatedSide {
  const rated = [...axes, ...findFlatSides(parts, solids)].map((down) => rateSide(parts, down))
  const getCost = ({ overhang, contact }: RatedSide) => overhang - contactValue * contact
  const [upright, ...others] = rated
  if (!upright) throw new Error('There is always a side.')
  const whole = Math.max(...rated.map(({ overhang, contact }) => overhang + contact))
  return others.reduce(
    (best, one) => (getCost(one) < getCost(best) - whole * 0.01 ? one : best),
    upright,
  )
}

function findFlatSides(parts: readonly MeshPart[], { Manifold }: ManifoldToplevel): Direction[] {
  const { positions } = weld(parts)
  const points = Array.from({ length: positions.length / 3 }, (_, at): [number, number, number] => [
    positions[at * 3] ?? 0,
    positions[at * 3 + 1] ?? 0,
    positions[at * 3 + 2] ?? 0,
  ])
  const hull = Manifold.hull(points)
  const { triVerts, vertProperties, numProp } = hull.getMesh()
  const sides: { down: Direction; area: number }[] = []
  const corners = new Float32Array(9)
  for (let at = 0; at < triVerts.length; at += 3) {
    triVerts
      .subarray(at, at + 3)
      .forEach((point, corner) =>
        corners.set(vertProperties.subarray(point * numProp, point * numProp + 3), corner * 3),
      )
    const { normal, area } = getFace(corners, 0)
    const same = sides.find(
      ({ down }) => down[0] * normal[0] + down[1] * normal[1] + down[2] * normal[2] > sameCosine,
    )
    if (same) same.area += area
    else sides.push({ down: normal, area })
  }
  hull.delete()
  return sides
    .toSorted((a, b) => b.area - a.area)
    .slice(0, sidesMax)
    .map(({ down }) => down)
}

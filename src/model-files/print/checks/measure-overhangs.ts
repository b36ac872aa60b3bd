import type { Welded } from '../../mesh/weld.ts'
import { getFace } from './face.ts'

export type Overhangs = {
  /** Steepness of each triangle in degrees: 0 for walls and upward faces, 90 for a ceiling. */
  steepness: Float32Array<ArrayBuffer>
  area: number
  places: number
  /** Number of points where the print begins above empty space. */
  islands: number
  contactArea: number
}

/**
 * Maximum height above the bed of a surface that touches the bed, as a fraction of the model's
 * height.
 */
export const contactRatio = 0.002
/**
 * Minimum size of an area that needs support, as a fraction of the whole surface. Smaller areas
 * print well without support.
 */
const placeAreaRatio = 2e-4

/**
 * Finds the areas that cannot be printed without support.
 * @param limitDegrees steepest angle from the vertical that prints without support.
 */
export function measureOverhangs(
  { positions, indices }: Pick<Welded, 'positions' | 'indices'>,
  limitDegrees: number,
): Overhangs {
  const { low, height } = getHeights(positions)
  const layer = height * contactRatio
  const groups = new Groups(positions.length / 3)
  const levels = new Groups(positions.length / 3)
  const steepness = new Float32Array(indices.length / 3)
  const corners = new Float32Array(9)
  const areas = new Map<number, number>()
  const steep: { area: number; point: number }[] = []
  const facing = new Float32Array(positions.length / 3)
  const level = (point: number) =>
    Math.floor(((positions[point * 3 + 1] ?? 0) - low) / Math.max(layer, Number.MIN_VALUE))
  let area = 0
  let contactArea = 0
  for (let triangle = 0; triangle < steepness.length; triangle++) {
    const points = indices.subarray(triangle * 3, triangle * 3 + 3)
    points.forEach((point, corner) =>
      corners.set(positions.subarray(point * 3, point * 3 + 3), corner * 3),
    )
    const face = getFace(corners, 0)
    const [a = 0, b = 0, c = 0] = points
    for (const point of points) facing[point] = (facing[point] ?? 0) + face.normal[1] * face.area
    for (const [one, other] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      if (level(one) === level(other)) levels.join(one, other)
    }
    if (face.normal[1] >= 0) continue
    if (points.every((point) => (positions[point * 3 + 1] ?? 0) < low + layer)) {
      contactArea += -face.normal[1] * face.area
      continue
    }
    const degrees = (Math.asin(Math.min(1, -face.normal[1])) * 180) / Math.PI
    steepness[triangle] = degrees
    if (degrees <= limitDegrees) continue
    area += face.area
    groups.join(a, b)
    groups.join(b, c)
    steep.push({ area: face.area, point: a })
  }
  for (const one of steep) {
    const root = groups.find(one.point)
    areas.set(root, (areas.get(root) ?? 0) + one.area)
  }
  const smallest = height ** 2 * placeAreaRatio
  return {
    steepness,
    area,
    places: [...areas.values()].filter((one) => one > smallest).length,
    islands: countIslands({ indices, levels, level, facing }),
    contactArea,
  }
}

/** Counts the lowest points of downward surfaces that do not touch the bed. */
function countIslands({
  indices,
  levels,
  level,
  facing,
}: {
  indices: Uint32Array
  levels: Groups
  level: (point: number) => number
  facing: Float32Array
}): number {
  const supported = new Set<number>()
  const turned = new Map<number, number>()
  for (let at = 0; at < indices.length; at++) {
    const point = indices[at] ?? 0
    const next = indices[at % 3 === 2 ? at - 2 : at + 1] ?? 0
    if (level(next) < level(point)) supported.add(levels.find(point))
    if (level(point) < level(next)) supported.add(levels.find(next))
  }
  facing.forEach((down, point) => {
    const root = levels.find(point)
    turned.set(root, (turned.get(root) ?? 0) + down)
  })
  return [...turned].filter(([root, down]) => down < 0 && level(root) > 0 && !supported.has(root))
    .length
}

class Groups {
  readonly #parents: Int32Array

  constructor(points: number) {
    this.#parents = Int32Array.from({ length: points }, (_, point) => point)
  }

  find(point: number): number {
    const parents = this.#parents
    let at = point
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? 0] ?? 0
      at = parents[at] ?? 0
    }
    return at
  }

  join(a: number, b: number): void {
    const [one, other] = [this.find(a), this.find(b)]
    if (one !== other) this.#parents[Math.max(one, other)] = Math.min(one, other)
  }
}

export function getHeights(positions: Float32Array): { low: number; height: number } {
  let low = Infinity
  let high = -Infinity
  for (let at = 1; at < positions.length; at += 3) {
    const y = positions[at] ?? 0
    if (y < low) low = y
    if (y > high) high = y
  }
  return low <= high ? { low, height: high - low } : { low: 0, height: 0 }
}

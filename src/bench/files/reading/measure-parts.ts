/** Size of a model that does not depend on its unit and its up axis. */
export type ModelMeasure = {
  readonly triangles: number
  /** Sides of the bounding box, ascending, relative to the longest one. */
  readonly sides: readonly [number, number, number]
  /** Area relative to the square of the longest side. */
  readonly area: number
}

type Surface = { readonly positions: ArrayLike<number>; readonly indices: ArrayLike<number> }

/** Returns undefined for a model without triangles. */
export function measureParts(parts: readonly Surface[]): ModelMeasure | undefined {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  let triangles = 0
  let area = 0
  for (const { positions, indices } of parts) {
    const at = (corner: number, axis: number) => positions[(indices[corner] ?? 0) * 3 + axis] ?? 0
    for (let corner = 0; corner + 2 < indices.length; corner += 3) {
      triangles++
      for (let axis = 0; axis < 3; axis++) {
        for (let step = 0; step < 3; step++) {
          low[axis] = Math.min(low[axis] ?? 0, at(corner + step, axis))
          high[axis] = Math.max(high[axis] ?? 0, at(corner + step, axis))
        }
      }
      const side = (step: number) =>
        [0, 1, 2].map((axis) => at(corner + step, axis) - at(corner, axis))
      const [ux = 0, uy = 0, uz = 0] = side(1)
      const [vx = 0, vy = 0, vz = 0] = side(2)
      area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2
    }
  }
  const sides = high.map((value, axis) => value - (low[axis] ?? 0)).toSorted((a, b) => a - b)
  const longest = sides[2] ?? 0
  if (triangles === 0 || !(longest > 0)) return undefined
  const [short = 0, middle = 0] = sides.map((side) => side / longest)
  return { triangles, sides: [short, middle, 1], area: area / longest ** 2 }
}

const tolerance = { side: 0.002, area: 0.01, triangles: 0.01 }

const isNear = (a: number, b: number, share: number): boolean =>
  Math.abs(a - b) <= share * Math.max(a, b)

/** Returns the differences between two readings; an empty list if they agree. */
export function compareMeasures(own: ModelMeasure, other: ModelMeasure): string[] {
  const differences: string[] = []
  if (!own.sides.every((side, at) => Math.abs(side - (other.sides[at] ?? 0)) <= tolerance.side)) {
    differences.push('extents')
  }
  if (!isNear(own.area, other.area, tolerance.area)) differences.push('area')
  if (!isNear(own.triangles, other.triangles, tolerance.triangles)) differences.push('triangles')
  return differences
}

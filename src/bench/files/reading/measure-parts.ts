/** Lowest x, y and z, then highest x, y and z. */
export type Box = readonly number[]

export type ModelMeasure = {
  /** Absent if readers triangulate exact surfaces in their own way. */
  readonly triangles?: number | undefined
  readonly sides: readonly [number, number, number]
  readonly area: number
  /**
   * Bounding box with y up, in metres. Without a unit in the file, the box is relative to the
   * longest side.
   */
  readonly box?: Box | undefined
  /**
   * Number of materials that at least one triangle has. Undefined if the reader does not count
   * materials.
   */
  readonly materials?: number | undefined
}

type Surface = { readonly positions: ArrayLike<number>; readonly indices: ArrayLike<number> }

type PlacedMeasure = ModelMeasure & { readonly box: Box }

/** Returns `undefined` for a model without triangles. */
export function measureParts(parts: readonly Surface[]): PlacedMeasure | undefined {
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
  return toMeasure({ triangles, area, box: [...low, ...high] })
}

type Totals = Pick<ModelMeasure, 'area' | 'materials'> & {
  readonly triangles: number
  readonly box: Box
}

/** Makes area and sides relative to the longest side. Returns `undefined` without triangles. */
export function toMeasure({ triangles, area, box, materials }: Totals): PlacedMeasure | undefined {
  const sides = getSides(box).toSorted((a, b) => a - b)
  const longest = sides[2] ?? 0
  if (triangles === 0 || !(longest > 0)) return undefined
  const [short = 0, middle = 0] = sides.map((side) => side / longest)
  return { triangles, sides: [short, middle, 1], area: area / longest ** 2, box, materials }
}

const getSides = (box: Box): number[] =>
  [0, 1, 2].map((axis) => (box[axis + 3] ?? 0) - (box[axis] ?? 0))

/** Makes a box relative to its longest side, for files without a unit. */
export function toUnitBox(box: Box): Box {
  const longest = Math.max(...getSides(box))
  return box.map((value) => value / longest)
}

const tolerance = { side: 0.002, box: 0.005, area: 0.01, triangles: 0.01 }

const isNear = (a: number, b: number, margin: number): boolean =>
  Math.abs(a - b) <= margin * Math.max(a, b)

/**
 * Returns whether two boxes are almost equal. The tolerance is relative to the longest side of a
 * third box.
 */
export function isSameBox(own: Box, other: Box, whole: Box = other): boolean {
  const longest = Math.max(...getSides(whole))
  return other.every((value, at) => Math.abs(value - (own[at] ?? 0)) <= tolerance.box * longest)
}

export const joinBoxes = (a: Box, b: Box): Box =>
  a.map((value, at) => (at < 3 ? Math.min : Math.max)(value, b[at] ?? value))

/** Returns the differences between two measurements, or an empty list if they agree. */
export function compareMeasures(own: ModelMeasure, other: ModelMeasure): string[] {
  const differences: string[] = []
  if (!own.sides.every((side, at) => Math.abs(side - (other.sides[at] ?? 0)) <= tolerance.side)) {
    differences.push('extents')
  } else if (own.box && other.box && !isSameBox(own.box, other.box)) {
    differences.push('unit, axes or place')
  }
  if (!isNear(own.area, other.area, tolerance.area)) differences.push('area')
  const hasTriangles = own.triangles !== undefined && other.triangles !== undefined
  if (hasTriangles && !isNear(own.triangles, other.triangles, tolerance.triangles)) {
    differences.push('triangles')
  }
  const isCounted = own.materials !== undefined && other.materials !== undefined
  if (isCounted && own.materials !== other.materials) {
    differences.push(`${own.materials} instead of ${other.materials} materials`)
  }
  return differences
}

import type { Triangle, Vector3 } from 'three'

export type Unit = 'mm' | 'cm' | 'in' | 'm'

const metresOf: Record<Unit, number> = { mm: 0.001, cm: 0.01, in: 0.0254, m: 1 }

/** `12.4 mm`, with as many digits as make sense on a model. */
export function formatLengthIn(metres: number, unit: Unit): string {
  const value = metres / metresOf[unit]
  const digits = value >= 100 ? 1 : value >= 1 ? 2 : 3
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`
}

/** The angle at `corner` between the other two, in degrees. */
export function angleAt(corner: Vector3, first: Vector3, second: Vector3): number {
  const a = first.clone().sub(corner)
  const b = second.clone().sub(corner)
  return (a.angleTo(b) * 180) / Math.PI
}

/**
 * The corner of a triangle that is meant by a point on it, if one is near enough.
 *
 * @param reach in metres.
 */
export function nearestCorner(
  triangle: Triangle,
  point: Vector3,
  reach: number,
): Vector3 | undefined {
  const corners = [triangle.a, triangle.b, triangle.c]
  const [nearest] = corners.toSorted((a, b) => a.distanceTo(point) - b.distanceTo(point))
  return nearest && nearest.distanceTo(point) <= reach ? nearest.clone() : undefined
}

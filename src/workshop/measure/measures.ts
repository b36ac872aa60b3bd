import { isolateMeasures } from '#lib/language/format-message.ts'
import { formatDecimal, formatFixed } from '#lib/format.ts'
import { language } from '#lib/language/translate.ts'
import { t } from '#languages/viewer.ts'
import { type Triangle, Vector3 } from 'three'
import { type FlatFace, nearestEdge } from './flat-face.ts'

export type Unit = 'mm' | 'cm' | 'in' | 'm'

export const unitNames: Readonly<Record<Unit, string>> = {
  mm: t('mm'),
  cm: t('cm'),
  in: t('in'),
  m: t('m // metre'),
}

const powerSigns = { 1: '', 2: '²', 3: '³' } as const

/** Formats a length, an area or a volume in a unit, such as `12.4 mm` or `1.2 cm²`. */
export function formatMeasure(
  value: number,
  unit: Unit,
  { power, digitsMax }: { power: keyof typeof powerSigns; digitsMax: number },
): string {
  const text = `${formatDecimal(value, digitsMax)} ${unitNames[unit]}${powerSigns[power]}`
  return isolateMeasures(text, language)
}

const metresPerUnit: Record<Unit, number> = { mm: 0.001, cm: 0.01, in: 0.0254, m: 1 }

/** Formats a length such as `12.4 mm`. */
export function formatLengthIn(metres: number, unit: Unit): string {
  const value = metres / metresPerUnit[unit]
  return formatMeasure(value, unit, { power: 1, digitsMax: value >= 100 ? 1 : value >= 1 ? 2 : 3 })
}

/** Formats an area such as `1.2 cm²`. */
export function formatAreaIn(squareMetres: number, unit: Unit): string {
  const value = squareMetres / metresPerUnit[unit] ** 2
  return formatMeasure(value, unit, { power: 2, digitsMax: value >= 100 ? 1 : value >= 1 ? 2 : 4 })
}

export function angleAt(corner: Vector3, first: Vector3, second: Vector3): number {
  const a = first.clone().sub(corner)
  const b = second.clone().sub(corner)
  return (a.angleTo(b) * 180) / Math.PI
}

export type Circle = { centre: Vector3; radius: number; normal: Vector3 }

/**
 * Returns the circle through three points in metres, or `undefined` for points on one line. Source:
 * https://en.wikipedia.org/wiki/Circumcircle#Higher_dimensions.
 */
export function circleThrough(first: Vector3, second: Vector3, third: Vector3): Circle | undefined {
  const a = first.clone().sub(third)
  const b = second.clone().sub(third)
  const normal = a.clone().cross(b)
  const area = normal.lengthSq()
  // The points are nearly on one line, and the radius would be a thousand times their distance.
  if (area <= 1e-6 * a.lengthSq() * b.lengthSq()) return undefined
  const centre = b
    .clone()
    .multiplyScalar(a.lengthSq())
    .sub(a.clone().multiplyScalar(b.lengthSq()))
    .cross(normal)
    .divideScalar(2 * area)
    .add(third)
  return { centre, radius: centre.distanceTo(first), normal: normal.normalize() }
}

export function pointsAround({ centre, normal }: Circle, start: Vector3, count = 64): Vector3[] {
  const arm = start.clone().sub(centre)
  return Array.from({ length: count + 1 }, (_, at) =>
    arm
      .clone()
      .applyAxisAngle(normal, (2 * Math.PI * at) / count)
      .add(centre),
  )
}

export const measureKinds = { distance: 2, angle: 3, diameter: 3, edge: 1, face: 1 } as const
export type MeasureKind = keyof typeof measureKinds

export type Measured = {
  text: string
  at: Vector3
  line: readonly Vector3[]
}

/** Measures between points, or returns `undefined` while points are missing or have no circle. */
export function measure(
  kind: MeasureKind,
  points: readonly Vector3[],
  unit: Unit,
): Measured | undefined {
  const [first, second, third] = points
  if (!first || !second) return undefined
  if (kind === 'distance') {
    const text = formatLengthIn(first.distanceTo(second), unit)
    return { text, at: first.clone().lerp(second, 0.5), line: [first, second] }
  }
  if (!third) return undefined
  if (kind === 'angle') {
    const text = `${formatFixed(angleAt(second, first, third), 1)}°`
    return { text, at: second, line: [first, second, third] }
  }
  const circle = circleThrough(first, second, third)
  if (!circle) return undefined
  const text = `⌀ ${formatLengthIn(2 * circle.radius, unit)}`
  return { text, at: circle.centre, line: pointsAround(circle, first) }
}

/** Measures the straight edge nearest to a point on a face, or the whole face. */
export function measureFace(
  kind: 'edge' | 'face',
  { face, point }: { face: FlatFace; point: Vector3 },
  unit: Unit,
): Measured | undefined {
  if (kind === 'face') {
    const sum = face.outline.slice(1).reduce((all, one) => all.add(one), new Vector3())
    const at = sum.divideScalar(Math.max(1, face.outline.length - 1))
    return { text: formatAreaIn(face.area, unit), at, line: face.outline }
  }
  const edge = nearestEdge(face, point)
  return edge && measure('distance', edge, unit)
}

/**
 * Returns the corner of a triangle near a point of the triangle.
 * @param reach largest distance, in metres.
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

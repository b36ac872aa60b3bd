import type { Room } from '../camera/standing.ts'
import type { Numbers, PlainShape } from './read-shapes.ts'

/**
 * Returns the bounds of all transformed corners, or `undefined` without corners or with infinite
 * coordinates.
 */
export function measureShapes(shapes: readonly PlainShape[]): Room | undefined {
  let [x0, y0, z0] = [Infinity, Infinity, Infinity]
  let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity]
  eachCorner(shapes, (x, y, z) => {
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    if (y < y0) y0 = y
    if (y > y1) y1 = y
    if (z < z0) z0 = z
    if (z > z1) z1 = z
  })
  const centre = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, z: (z0 + z1) / 2 }
  let squared = 0
  eachCorner(shapes, (x, y, z) => {
    // NaN propagates through `Math.max` to the final radius, where a check detects NaN.
    squared = Math.max(squared, (x - centre.x) ** 2 + (y - centre.y) ** 2 + (z - centre.z) ** 2)
  })
  if (!(x1 >= x0) || !Number.isFinite(squared)) return undefined
  const box = { min: { x: x0, y: y0, z: z0 }, max: { x: x1, y: y1, z: z1 } }
  return { box, centre, radius: Math.sqrt(squared) || 1 }
}

function eachCorner(
  shapes: readonly PlainShape[],
  visit: (x: number, y: number, z: number) => void,
): void {
  for (const { matrix, positions } of shapes) {
    const { data, size } = positions
    const unit = getUnit(positions)
    const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = matrix
    const [, , , , , , , , , , , , x0 = 0, y0 = 0, z0 = 0] = matrix
    for (let at = 0; at < data.length; at += size) {
      const x = (data[at] ?? 0) * unit
      const y = (data[at + 1] ?? 0) * unit
      const z = (data[at + 2] ?? 0) * unit
      visit(a * x + d * y + g * z + x0, b * x + e * y + h * z + y0, c * x + f * y + i * z + z0)
    }
  }
}

/** Returns the factor for normalised integers (glTF 2.0, section 3.11). */
function getUnit({ data, isNormalized }: Numbers): number {
  if (!isNormalized || data instanceof Float32Array) return 1
  const bits = 8 * data.BYTES_PER_ELEMENT
  const isSigned = data instanceof Int8Array || data instanceof Int16Array
  return 1 / (2 ** (isSigned ? bits - 1 : bits) - 1)
}

import { Color } from 'three'

/** Returns linear red, green and blue of each triangle. */
export function toTriangleColors(labels: Uint8Array, colors: readonly string[]): Float32Array {
  const linear = colors.map((color) => new Color(color).toArray())
  const filled = new Float32Array(labels.length * 3)
  labels.forEach((label, triangle) => filled.set(linear[label] ?? [1, 1, 1], triangle * 3))
  return filled
}

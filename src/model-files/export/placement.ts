import type { Part } from '../mesh/parts.ts'

/** How a model is laid into another format's space. */
export type Placement = {
  /** What its lengths, in metres, are multiplied by. */
  scale: number
  /** Printers and CAD have z upwards; glTF has y. */
  upAxis: 'y' | 'z'
}

/** The points of a part in the other space. Turning y up into z up mirrors nothing. */
export function place({ positions }: Pick<Part, 'positions'>, to: Placement): Float32Array {
  return turned(positions, to.upAxis, to.scale)
}

/** Directions in the other space. */
export const placeNormals = (normals: Float32Array, { upAxis }: Placement): Float32Array =>
  turned(normals, upAxis, 1)

function turned(values: Float32Array, upAxis: 'y' | 'z', scale: number): Float32Array {
  const placed = new Float32Array(values.length)
  for (let at = 0; at < values.length; at += 3) {
    const x = values[at] ?? 0
    const y = values[at + 1] ?? 0
    const z = values[at + 2] ?? 0
    placed[at] = x * scale
    placed[at + 1] = (upAxis === 'z' ? -z : y) * scale
    placed[at + 2] = (upAxis === 'z' ? y : z) * scale
  }
  return placed
}

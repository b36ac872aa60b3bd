import type { ExportFrame } from './export-frame.ts'
import type { MeshPart } from '../mesh/parts.ts'

export type Placement = {
  scale: number
  upAxis: 'y' | 'z'
  /** Point of the model that becomes the origin, in metres. The model's own origin by default. */
  origin?: readonly [number, number, number]
  /** Unit to mention in the header of the file. */
  unit?: ExportFrame['unit']
}

export function place({ positions }: Pick<MeshPart, 'positions'>, to: Placement): Float32Array {
  const { scale, upAxis, origin } = to
  if (!origin) return turned(positions, upAxis, scale)
  const moved = positions.map((value, at) => value - (origin[at % 3] ?? 0))
  return turned(moved, upAxis, scale)
}

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

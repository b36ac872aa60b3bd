import { type Parts, sumTriangles } from '../mesh/parts.ts'
import { type Placement, place, placeNormals } from './placement.ts'
import { encodeSrgb } from './vertex-colors.ts'

export function writePly(model: Parts, placement: Placement): Uint8Array<ArrayBuffer> {
  const { parts } = model
  const points = parts.reduce((sum, { positions }) => sum + positions.length / 3, 0)
  const triangles = sumTriangles(model)
  const hasNormals = parts.every(({ normals }) => normals)
  const hasColors = parts.some(({ colors }) => colors)
  const header = new TextEncoder().encode(
    [
      'ply',
      'format binary_little_endian 1.0',
      'comment made with Bozzetto, metres, y up',
      `element vertex ${points}`,
      ...['x', 'y', 'z'].map((name) => `property float ${name}`),
      ...(hasNormals ? ['nx', 'ny', 'nz'].map((name) => `property float ${name}`) : []),
      ...(hasColors ? ['red', 'green', 'blue'].map((name) => `property uchar ${name}`) : []),
      `element face ${triangles}`,
      'property list uchar uint vertex_indices',
      'end_header\n',
    ].join('\n'),
  )
  const perPoint = 12 + (hasNormals ? 12 : 0) + (hasColors ? 3 : 0)
  const bytes = new Uint8Array(header.length + points * perPoint + triangles * 13)
  bytes.set(header)
  const view = new DataView(bytes.buffer)
  let at = header.length
  const writeThree = (values: Float32Array, point: number) => {
    for (let axis = 0; axis < 3; axis++) {
      view.setFloat32(at, values[point * 3 + axis] ?? 0, true)
      at += 4
    }
  }
  for (const part of parts) {
    const positions = place(part, placement)
    const normals = part.normals && placeNormals(part.normals, placement)
    for (let point = 0; point < positions.length / 3; point++) {
      writeThree(positions, point)
      if (hasNormals && normals) writeThree(normals, point)
      if (!hasColors) continue
      for (let channel = 0; channel < 3; channel++) {
        bytes[at] = encodeSrgb(part.colors?.[point * 3 + channel] ?? 1)
        at++
      }
    }
  }
  let before = 0
  for (const { positions, indices } of parts) {
    for (let corner = 0; corner < indices.length; corner++) {
      if (corner % 3 === 0) {
        bytes[at] = 3
        at++
      }
      view.setUint32(at, before + (indices[corner] ?? 0), true)
      at += 4
    }
    before += positions.length / 3
  }
  return bytes
}

import { joinEqual } from '../mesh/saved-closed.ts'
import type { Parts } from '../mesh/parts.ts'
import { weld } from '../mesh/weld.ts'
import { type Placement, place } from './placement.ts'

/**
 * Writes a binary STL. Points at the same position get identical bits, because readers recognise
 * shared points only by equal bits.
 */
export function writeStl(model: Parts, placement: Placement): Uint8Array<ArrayBuffer> {
  const { positions, indices } = weld(model.parts)
  const points = place({ positions }, placement)
  const corners = joinEqual(points, indices)
  const bytes = new Uint8Array(84 + (50 * corners.length) / 3)
  const view = new DataView(bytes.buffer)
  // A header that begins with "solid" would make readers treat the file as text.
  const { unit = 'millimetres', upAxis } = placement
  bytes.set(new TextEncoder().encode(`binary STL, ${unit}, ${upAxis} up, made with Bozzetto`))
  view.setUint32(80, corners.length / 3, true)
  let at = 84
  for (let corner = 0; corner < corners.length; corner += 3) {
    const getStart = (step: number) => (corners[corner + step] ?? 0) * 3
    const [a, b, c] = [getStart(0), getStart(1), getStart(2)]
    faceNormal(points, a, b, c).forEach((value, axis) =>
      view.setFloat32(at + axis * 4, value, true),
    )
    at += 12
    for (const point of [a, b, c]) {
      for (let axis = 0; axis < 3; axis++) {
        view.setFloat32(at, points[point + axis] ?? 0, true)
        at += 4
      }
    }
    at += 2
  }
  return bytes
}

// oxlint-disable-next-line max-params -- for each triangle
function faceNormal(points: Float32Array, a: number, b: number, c: number) {
  const edge = (to: number, axis: number) => (points[to + axis] ?? 0) - (points[a + axis] ?? 0)
  const x = edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1)
  const y = edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2)
  const z = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0)
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

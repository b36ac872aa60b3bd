import { getLength } from '../raster/length.ts'
import type { Mesh } from './mesh.ts'

/** Largest thickness of a degenerate face, as a fraction of its longest edge. */
const flatFraction = 1e-6
const roundsMax = 4

/**
 * Repairs faces without area by flipping their longest edge within the quadrilateral formed with
 * the neighbour. The surface stays in place and closed.
 */
export function flipFlatFaces(mesh: Mesh): Mesh {
  let { indices } = mesh
  for (let round = 0; round < roundsMax; round++) {
    const flat = findFlatFaces(mesh.positions, indices)
    if (flat.length === 0) break
    indices = flip(mesh.positions, indices, flat)
  }
  return indices === mesh.indices ? mesh : { ...mesh, indices }
}

function findFlatFaces(p: Float32Array, indices: Uint32Array): { face: number; corner: number }[] {
  const flat: { face: number; corner: number }[] = []
  for (let t = 0; t < indices.length; t += 3) {
    let longest = 0
    let corner = 0
    for (let k = 0; k < 3; k++) {
      const length = distance(p, indices[t + k], indices[t + ((k + 1) % 3)])
      if (length <= longest) continue
      longest = length
      corner = k
    }
    const height = doubleArea(p, indices[t], indices[t + 1], indices[t + 2]) / (longest || 1)
    if (height <= flatFraction * longest) flat.push({ face: t, corner })
  }
  return flat
}

function flip(
  p: Float32Array,
  before: Uint32Array,
  flat: readonly { face: number; corner: number }[],
): Uint32Array {
  const indices = before.slice()
  const size = p.length / 3
  const edges = new Map<number, number>()
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) edges.set(indices[t + k] * size + indices[t + ((k + 1) % 3)], t + k)
  }
  const turned = new Set<number>()
  for (const { face, corner } of flat) {
    const from = indices[face + corner]
    const to = indices[face + ((corner + 1) % 3)]
    const tip = indices[face + ((corner + 2) % 3)]
    const across = edges.get(to * size + from)
    if (across === undefined) continue
    const other = across - (across % 3)
    const far = indices[other + ((across - other + 2) % 3)]
    const exists = edges.has(tip * size + far) || edges.has(far * size + tip)
    if (exists || far === tip || turned.has(face) || turned.has(other)) continue
    if (doubleArea(p, from, far, tip) === 0 || doubleArea(p, far, to, tip) === 0) continue
    indices.set([from, far, tip], face)
    indices.set([far, to, tip], other)
    turned.add(face).add(other)
    edges.set(tip * size + far, face)
  }
  return indices
}

const distance = (p: Float32Array, a: number, b: number) =>
  getLength(p[a * 3] - p[b * 3], p[a * 3 + 1] - p[b * 3 + 1], p[a * 3 + 2] - p[b * 3 + 2])

// oxlint-disable-next-line max-params -- for each triangle
function doubleArea(p: Float32Array, a: number, b: number, c: number): number {
  const i = a * 3
  const ux = p[b * 3] - p[i]
  const uy = p[b * 3 + 1] - p[i + 1]
  const uz = p[b * 3 + 2] - p[i + 2]
  const vx = p[c * 3] - p[i]
  const vy = p[c * 3 + 1] - p[i + 1]
  const vz = p[c * 3 + 2] - p[i + 2]
  return getLength(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
}

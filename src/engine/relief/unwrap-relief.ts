import { clamp } from '#lib/clamp.ts'
import type { Mesh } from '../mesh/mesh.ts'
import { tangentsAlongX, type TexturedMesh } from '../uv.ts'
import type { Relief } from './build-relief.ts'

const flatNormals = [
  [0, 0, -1],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
]

/**
 * Maps the whole mesh to one area of the texture by projection. The back and the sides get separate
 * vertices with flat normals.
 */
export function unwrapRelief(mesh: Mesh, { heights }: Relief): TexturedMesh {
  const { positions, indices } = mesh
  const { width, height } = heights
  const step = 1 / Math.max(width - 1, height - 1)
  const sideX = ((width - 1) / 2) * step - 1e-6
  const sideY = ((height - 1) / 2) * step - 1e-6
  const renamed = new Map<number, number>()
  const sources: number[] = []
  const parts: number[] = []
  const split = new Uint32Array(indices.length)
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t], indices[t + 1], indices[t + 2]]
    const part = getPart(corners, positions, sideX, sideY)
    corners.forEach((v, k) => {
      const key = v * 8 + part + 1
      let vertex = renamed.get(key)
      if (vertex === undefined) {
        vertex = sources.length
        renamed.set(key, vertex)
        sources.push(v)
        parts.push(part)
      }
      split[t + k] = vertex
    })
  }
  const doubled = {
    positions: new Float32Array(sources.length * 3),
    normals: new Float32Array(sources.length * 3),
  }
  const uvs = new Float32Array(sources.length * 2)
  sources.forEach((v, vertex) => {
    const position = positions.subarray(v * 3, v * 3 + 3)
    doubled.positions.set(position, vertex * 3)
    doubled.normals.set(
      flatNormals[parts[vertex]] ?? mesh.normals.subarray(v * 3, v * 3 + 3),
      vertex * 3,
    )
    uvs[vertex * 2] = clamp(position[0] / step / width + 0.5, 0.002, 0.998)
    uvs[vertex * 2 + 1] = clamp(-position[1] / step / height + 0.5, 0.002, 0.998)
  })
  return { ...doubled, indices: split, uvs, tangents: tangentsAlongX(doubled.normals) }
}

// oxlint-disable-next-line max-params -- for each triangle
function getPart(corners: number[], positions: Float32Array, sideX: number, sideY: number): number {
  const isEvery = (test: (p: number) => boolean) => corners.every((v) => test(v * 3))
  if (isEvery((p) => positions[p + 2] < 1e-7)) return 0
  if (isEvery((p) => positions[p] >= sideX)) return 1
  if (isEvery((p) => positions[p] <= -sideX)) return 2
  if (isEvery((p) => positions[p + 1] >= sideY)) return 3
  if (isEvery((p) => positions[p + 1] <= -sideY)) return 4
  return -1
}

import { clamp } from '#lib/clamp.ts'
import type { Cutout } from './crop.ts'
import type { Mesh } from './mesh/mesh.ts'
import { getLength } from './raster/length.ts'

/** A mesh with texture coordinates. Vertices are duplicated only along seams. */
export type TexturedMesh = Mesh & {
  /** Texture coordinates. v grows downwards. */
  readonly uvs: Float32Array
  /** Four numbers per vertex: the direction of u, and the sign of the bitangent. */
  readonly tangents: Float32Array
}

export type AtlasLayout = 'side-by-side' | 'stacked'

/**
 * Returns the layout of the two parts of the texture: side by side for tall objects, one above the
 * other for wide objects.
 */
export const layoutFor = ({ width, height }: Cutout): AtlasLayout =>
  width <= height ? 'side-by-side' : 'stacked'

/**
 * Projects the picture straight through the object. Triangles that face the viewer use the front's
 * part of the texture, other triangles the back's part.
 */
export function unwrapMesh(mesh: Mesh, cutout: Cutout): TexturedMesh {
  const { positions } = mesh
  const { indices, sources, charts, count } = splitCharts(mesh)
  const layout = layoutFor(cutout)
  const { width, height, objectSide } = cutout
  const doubled = { positions: new Float32Array(count * 3), normals: new Float32Array(count * 3) }
  const uvs = new Float32Array(count * 2)
  for (let v = 0; v < count; v++) {
    const from = sources[v] * 3
    for (let c = 0; c < 3; c++) {
      doubled.positions[v * 3 + c] = positions[from + c]
      doubled.normals[v * 3 + c] = mesh.normals[from + c]
    }
    const u = clamp((positions[from] * objectSide) / width + 0.5, 0, 1)
    const down = clamp((-positions[from + 1] * objectSide) / height + 0.5, 0, 1)
    uvs[v * 2] = layout === 'side-by-side' ? (u + charts[v]) / 2 : u
    uvs[v * 2 + 1] = layout === 'stacked' ? (down + charts[v]) / 2 : down
  }
  const tangents = tangentsAlongX(doubled.normals)
  return { ...doubled, indices, uvs, tangents }
}

/**
 * Duplicates vertices that front and back both use, because each side needs its own position in the
 * texture. Returns the original vertex and the part of the texture (chart) for each vertex.
 */
function splitCharts(mesh: Mesh) {
  const vertices = mesh.positions.length / 3
  const renamed = new Int32Array(vertices * 2).fill(-1)
  const sources = new Uint32Array(vertices * 2)
  const charts = new Uint8Array(vertices * 2)
  const indices = new Uint32Array(mesh.indices.length)
  let count = 0
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [mesh.indices[t] * 3, mesh.indices[t + 1] * 3, mesh.indices[t + 2] * 3]
    const chart = getChart(mesh, a, b, c)
    for (let k = t; k < t + 3; k++) {
      const name = chart * vertices + mesh.indices[k]
      if (renamed[name] < 0) {
        renamed[name] = count
        sources[count] = mesh.indices[k]
        charts[count++] = chart
      }
      indices[k] = renamed[name]
    }
  }
  return { indices, sources, charts, count }
}

/**
 * Returns 0 for the front and 1 for the back. Vertex normals decide first, because a very thin
 * triangle may be folded over. Triangles seen edge-on are assigned by their side of the middle.
 */
// oxlint-disable-next-line max-params -- for each triangle
function getChart({ positions, normals }: Mesh, a: number, b: number, c: number): 0 | 1 {
  const normal = normals[a + 2] + normals[b + 2] + normals[c + 2]
  if (Math.abs(normal) > 1) return normal > 0 ? 0 : 1
  const facing =
    (positions[b] - positions[a]) * (positions[c + 1] - positions[a + 1]) -
    (positions[b + 1] - positions[a + 1]) * (positions[c] - positions[a])
  if (facing !== 0) return facing > 0 ? 0 : 1
  return positions[a + 2] + positions[b + 2] + positions[c + 2] > 0 ? 0 : 1
}

/** Returns tangents for textures in which u grows with x and v falls with y. */
export function tangentsAlongX(normals: Float32Array): Float32Array {
  const tangents = new Float32Array((normals.length / 3) * 4)
  for (let n = 0, k = 0; n < normals.length; n += 3, k += 4) {
    const nx = normals[n]
    const ny = normals[n + 1]
    const nz = normals[n + 2]
    let x = 1 - nx * nx
    let y = -nx * ny
    let z = -nx * nz
    let length = getLength(x, y, z)
    if (length < 1e-4) {
      ;[x, y, z, length] = [0, 0, nx > 0 ? -1 : 1, 1]
    }
    tangents[k] = x / length
    tangents[k + 1] = y / length
    tangents[k + 2] = z / length
    // The bitangent, cross(normal, tangent) times the sign, must point up, against v.
    tangents[k + 3] = nz * x - nx * z >= 0 ? 1 : -1
  }
  return tangents
}

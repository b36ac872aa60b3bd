import type { Mesh } from '../../mesh/mesh.ts'
import { getCentre } from '../cameras/lens.ts'
import type { ScanView } from '../scan-view.ts'
import { drawDepth } from './draw-depth.ts'

/** Number of photos from which a vertex takes its colour. */
export const viewsPerVertex = 4
/** Smallest cosine of the angle between the surface's normal and the direction to the camera. */
const facingMin = 0.2
/**
 * Tolerance in mm. A photo shows a vertex up to this far behind the surface nearest to the camera.
 */
const depthTolerance = 1.5

/** Best photos of each vertex, `viewsPerVertex` entries per vertex. */
export type ViewWeights = {
  readonly views: Int16Array
  readonly weights: Float32Array
}

/**
 * Computes the weights of the best photos of each vertex. Close photos that look straight at the
 * surface get the largest weights.
 */
export function weighViews(mesh: Mesh, views: readonly ScanView[]): ViewWeights {
  const { positions: p, normals } = mesh
  const count = p.length / 3
  const best = {
    views: new Int16Array(count * viewsPerVertex).fill(-1),
    weights: new Float32Array(count * viewsPerVertex),
  }
  for (const [index, view] of views.entries()) {
    const { depths, width, height, scale, projected } = drawDepth(mesh, view)
    const eye = getCentre(view.pose)
    for (let v = 0; v < count; v++) {
      const [x, y, depth] = [projected[v * 3], projected[v * 3 + 1], projected[v * 3 + 2]]
      const [column, row] = [Math.floor(x), Math.floor(y)]
      if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) continue
      if (depth > depths[row * width + column] + depthTolerance) continue
      const [dx, dy, dz] = [eye[0] - p[v * 3], eye[1] - p[v * 3 + 1], eye[2] - p[v * 3 + 2]]
      const distance = Math.hypot(dx, dy, dz)
      const facing =
        (dx * normals[v * 3] + dy * normals[v * 3 + 1] + dz * normals[v * 3 + 2]) / distance
      if (facing < facingMin) continue
      const pixel = Math.floor(y / scale) * view.width + Math.floor(x / scale)
      const certain = (view.mask[pixel] ?? 0) / 255
      insert(best, v, { index, weight: facing ** 6 * (300 / distance) ** 2 * certain ** 4 })
    }
  }
  return best
}

type Entry = { readonly index: number; readonly weight: number }

function insert({ views, weights }: ViewWeights, vertex: number, entry: Entry): void {
  const start = vertex * viewsPerVertex
  let { index, weight } = entry
  for (let k = start; k < start + viewsPerVertex; k++) {
    if (weight <= weights[k]) continue
    const [otherIndex, otherWeight] = [views[k], weights[k]]
    views[k] = index
    weights[k] = weight
    index = otherIndex
    weight = otherWeight
  }
}

import type { Cutout } from '../crop.ts'
import type { GeometryGrid } from '../fields/geometry-grid.ts'
import { marchSlices } from './march-slices.ts'
import type { Mesh } from './mesh.ts'
import { smoothMesh } from './smooth-rim.ts'
import { dropSmallParts } from './topology.ts'
import { vertexNormals } from './vertex-normals.ts'
import type { SideHull } from '../fields/hull/hull.ts'

/** Parts of a hull with fewer triangles than this fraction of the largest part are removed. */
const crumbs = 0.01
/** Builds a dense closed mesh of a hull, in the same position and size as `buildMesh`. */
export function meshHull(
  hull: SideHull,
  { grid, cutout }: { grid: GeometryGrid; cutout: Cutout },
): Mesh {
  const { points: positions, indices: all } = marchSlices(hull)
  const indices = dropSmallParts(all, crumbs)
  const { width: cropWidth, height: cropHeight, objectSide } = cutout
  const stepX = cropWidth / grid.width / objectSide
  const stepY = cropHeight / grid.height / objectSide
  const stepZ = 1 / grid.cellsPerPixel / objectSide
  const [middleX, middleY, middleZ] = [grid.width, grid.height, hull.depth].map((n) => (n - 1) / 2)
  for (let k = 0; k < positions.length; k += 3) {
    positions[k] = (positions[k] - middleX) * stepX
    positions[k + 1] = (middleY - positions[k + 1]) * stepY
    positions[k + 2] = (positions[k + 2] - middleZ) * hull.stretch * stepZ
  }
  const mesh = { positions, normals: new Float32Array(positions.length), indices }
  smoothMesh(mesh)
  return { ...mesh, normals: vertexNormals(positions, indices) }
}

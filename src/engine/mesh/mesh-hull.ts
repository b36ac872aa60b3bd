import type { Cutout } from '../crop.ts'
import type { GeometryGrid } from '../fields/geometry-grid.ts'
import { marchSlices } from './march-slices.ts'
import type { Mesh } from './mesh.ts'
import { sampleBilinear } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { smoothMesh } from './smooth-rim.ts'
import { dropSmallParts } from './topology.ts'
import { vertexNormals } from './vertex-normals.ts'
import type { SideHull } from '../fields/hull/hull.ts'

/** Parts with fewer triangles than this fraction of the largest are removed. */
const crumbs = 0.01
/** Range of the normal's z over which relief fades in. */
const [facingFrom, facingTo] = [0.2, 0.6]
/** Surfaces further behind the nearest one are hidden, in nodes of unscaled depth. */
const hiddenNodes = 3

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
  raiseRelief(mesh, hull, { grid, cutout, stepZ })
  return { ...mesh, normals: vertexNormals(positions, indices) }
}

type Steps = { readonly grid: GeometryGrid; readonly cutout: Cutout; readonly stepZ: number }

function raiseRelief({ positions, indices }: Mesh, hull: SideHull, steps: Steps): void {
  const { relief, heights, stretch } = hull
  const { grid, cutout, stepZ } = steps
  const hidden = hiddenNodes * Math.min(1, stretch)
  const normals = vertexNormals(positions, indices)
  const perX = (grid.width * cutout.objectSide) / cutout.width
  const perY = (grid.height * cutout.objectSide) / cutout.height
  for (let k = 0; k < positions.length; k += 3) {
    const facing = smoothstep(facingFrom, facingTo, normals[k + 2])
    if (facing === 0) continue
    const x = positions[k] * perX + (grid.width - 1) / 2
    const y = (grid.height - 1) / 2 - positions[k + 1] * perY
    const own = sampleBilinear(relief, x, y)
    const nearest = sampleBilinear(heights.front, x, y) - own
    // Skips hidden surfaces, such as a leg behind another.
    if (nearest - positions[k + 2] / stepZ > hidden) continue
    positions[k + 2] += own * facing * stepZ
  }
}

import type { Cutout } from '../crop.ts'
import type { ShapeFields } from '../fields/build-fields.ts'
import { meshHull } from './mesh-hull.ts'
import { marchField } from './march.ts'
import type { Mesh } from './mesh.ts'
import { placeWalls } from './place-walls.ts'
import { smoothRim } from './smooth-rim.ts'
import { measureSlopes, readSlopes, slopeCount } from './surface-slopes.ts'

/**
 * Builds a dense closed mesh whose origin is the centre of the cropped picture. The object's long
 * side is 1, y points up and z points at the viewer.
 */
export function buildMesh({ surface, grid, hull }: ShapeFields, cutout: Cutout): Mesh {
  if (hull) return meshHull(hull, { grid, cutout })
  const { points, indices } = marchField(surface.square)
  placeWalls(points, { grid, openEnds: surface.openEnds })
  const slopes = measureSlopes(surface)
  const { width: cropWidth, height: cropHeight, objectSide } = cutout
  const stepX = cropWidth / grid.width / objectSide
  const stepY = cropHeight / grid.height / objectSide
  const stepZ = 1 / grid.cellsPerPixel / objectSide
  const centreX = (grid.width - 1) / 2
  const centreY = (grid.height - 1) / 2

  const positions = points
  const normals = new Float32Array(points.length)
  const at = new Float64Array(slopeCount)
  for (let k = 0; k < points.length; k += 3) {
    const x = points[k]
    const y = points[k + 1]
    const t = points[k + 2]
    readSlopes(slopes, x, y, at)
    const nx = -(at[1] + 2 * t * at[4])
    const ny = at[2] + 2 * t * at[5]
    const nz = 2 * t
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
    normals[k] = nx / length
    normals[k + 1] = ny / length
    normals[k + 2] = nz / length
    positions[k] = (x - centreX) * stepX
    positions[k + 1] = (centreY - y) * stepY
    positions[k + 2] = (t + at[3]) * stepZ
  }
  const mesh: Mesh = { positions, normals, indices }
  smoothRim(mesh)
  return mesh
}

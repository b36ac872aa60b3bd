import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { measureExtent } from '../mesh/extent.ts'
import type { MeshPart } from '../mesh/parts.ts'
import type { DistanceField } from './distance-field.ts'
import type { PrintSolid } from './solid.ts'

/**
 * Minimum thickness of a part in grid cells. Thinner parts are thickened, so that no part vanishes.
 */
const thinnestCells = 2

const finer = 0.137

type RemeshTools = {
  readonly solids: ManifoldToplevel
  readonly field: DistanceField
  readonly attempt?: number
  readonly carved?: CarvedDepth
}

/**
 * Returns how deep a point is inside the volume to remove, in metres. `depth` is the point's depth
 * in the model.
 */
export type CarvedDepth = (point: readonly [number, number, number], depth: number) => number

/**
 * Makes a new closed surface around everything inside or on a possibly broken surface. Loses
 * materials, textures and details smaller than a cell.
 */
export function remeshed(
  parts: readonly MeshPart[],
  { solids, field, attempt = 0, carved }: RemeshTools,
): PrintSolid {
  const { low, high } = measureExtent(parts)
  const rim = 2 * field.cell
  const body = solids.Manifold.levelSet(
    (point) => {
      const depth = field.at(point)
      const solid = Math.max(depth, (thinnestCells / 2) * field.cell - Math.abs(depth))
      return carved ? Math.min(solid, -carved(point, depth)) : solid
    },
    {
      min: [low[0] - rim, low[1] - rim, low[2] - rim],
      max: [high[0] + rim, high[1] + rim, high[2] + rim],
    },
    field.cell * (1 - attempt * finer),
  )
  return { body, solids, materialOf: new Map(), materials: [] }
}

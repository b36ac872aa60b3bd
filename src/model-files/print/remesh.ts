import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { extentOf } from '../mesh/extent.ts'
import type { Part } from '../mesh/parts.ts'
import type { DistanceField } from './distance-field.ts'
import type { Solid } from './solid.ts'

/** In cells: what is thinner than this is made so thick, so that sheets do not vanish. */
const thinnestCells = 2

/** From one attempt to the next. */
const finer = 0.137

type RemeshTools = {
  /** The solid modeller. */
  readonly solids: ManifoldToplevel
  /** Of the same parts. */
  readonly field: DistanceField
  /** Each has a raster of its own. */
  readonly attempt?: number
  readonly carved?: CarvedDepth
}

/** How deep a point is in what is to be empty, in metres; `depth` is how deep it is in the model. */
export type CarvedDepth = (point: readonly [number, number, number], depth: number) => number

/**
 * A new, closed surface around everything that is inside or on the old one. Whatever the old one is
 * like, this one is closed; materials, textures and what is finer than a cell are lost.
 */
export function remeshed(
  parts: readonly Part[],
  { solids, field, attempt = 0, carved }: RemeshTools,
): Solid {
  const { low, high } = extentOf(parts)
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

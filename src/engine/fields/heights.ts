import type { Plane, ThreePlanes } from '../raster/plane.ts'
import type { GeometryGrid } from './geometry-grid.ts'
import type { ShapeStatistics } from './statistics.ts'
import type { TurnedBody } from './turned/turned-body.ts'

/**
 * Distances of the surface in front of the picture's plane and behind the plane, in cells. 0
 * outside the object.
 */
export type Heights = { readonly front: Plane; readonly back: Plane }

export type ShapeInput = {
  readonly grid: GeometryGrid
  /** 1 for nodes inside the object, 0 outside. Used as the weight of normalised blurs. */
  readonly weight: Plane
  readonly lab: ThreePlanes
  readonly statistics: ShapeStatistics
  readonly body: TurnedBody
  readonly enclosed: Uint8Array
  /** 1 for nodes outside the outline where the surface ends in a flat, vertical side. */
  readonly openEnds: Uint8Array
  readonly isFrontal: boolean
  readonly isOnWheels: boolean
  readonly thickness: number
  readonly detail: number
}

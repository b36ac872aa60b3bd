import type { ObjectColours } from './colour.ts'
import type { Cutout } from './crop.ts'
import { chooseStyle, isSeenFromFront, type ObjectStyle } from './fields/choose-style.ts'
import { fuseNearness } from './fields/depth-network.ts'
import { findEnclosedRegions } from './fields/enclosed-regions.ts'
import { extrude } from './fields/extrude.ts'
import { findFeatures } from './fields/features.ts'
import { findOpenEnds } from './fields/flat-base.ts'
import { layGrid, type GeometryGrid, type GridSides } from './fields/geometry-grid.ts'
import type { Heights, ShapeInput } from './fields/heights.ts'
import { makeImplicit, type ImplicitSurface } from './fields/implicit.ts'
import { inflate } from './fields/inflate.ts'
import { turnOnLathe } from './fields/lathe.ts'
import { sampleNodeColours } from './fields/node-colours.ts'
import { measureShape } from './fields/statistics.ts'
import { findTurnedBody } from './fields/turned-body.ts'
import type { EngineParams } from './params.ts'
import { varyHeights } from './fields/vary-heights.ts'
import { createPlane, type Plane } from './raster/plane.ts'

/** The invented shape, as fields over the geometry grid. */
export type ShapeFields = {
  readonly grid: GeometryGrid
  readonly surface: ImplicitSurface
  /** Heights before the seed varies them: what the picture itself is compared with. */
  readonly heights: Heights
  readonly style: ObjectStyle
  /** The picture shows a front: the back is painted without its features. */
  readonly isFrontal: boolean
  /** What belongs to the front only, 0 to 1. */
  readonly features: Plane
}

export type FieldOptions = {
  /** Bounds of the grid, where a coarser one will do. */
  sides?: GridSides | undefined
  /** What a depth network saw, see `guessNearness`. */
  nearness?: Plane | undefined
}

const makers: Record<ObjectStyle, (input: ShapeInput) => Heights> = {
  object: inflate,
  turned: turnOnLathe,
  flat: extrude,
}

/**
 * Invents the shape of the object in front of and behind the picture's plane.
 */
export function buildFields(
  cutout: Cutout,
  colours: ObjectColours,
  params: EngineParams,
  { sides, nearness }: FieldOptions = {},
): ShapeFields {
  const grid = layGrid(cutout, colours.depth, params.face_limit, sides)
  const lab = sampleNodeColours(colours.linear, grid)
  const statistics = measureShape(grid, lab)
  const enclosed = findEnclosedRegions(grid, lab, statistics.area)
  const features = findFeatures(grid, lab, enclosed, statistics.area)
  const body = findTurnedBody(grid, statistics.bounds, statistics.area)
  const style = chooseStyle(params.style, statistics, body, features.share)
  const isFrontal = isSeenFromFront(params.back, style, statistics)
  const openEnds = findOpenEnds(grid, statistics.bounds)
  const weight = createPlane(grid.width, grid.height)
  weight.data.set(grid.inside)
  const made = makers[style]({
    grid,
    weight,
    lab,
    statistics,
    body,
    enclosed: enclosed.all,
    openEnds,
    isFrontal,
    thickness: params.thickness,
    detail: params.detail,
  })
  const heights = nearness ? fuseNearness(made, nearness, grid, weight) : made
  const varied = varyHeights(heights, grid, weight, params.model_seed)
  const surface = makeImplicit(grid, varied, openEnds)
  return { grid, surface, heights, style, isFrontal, features: features.plane }
}

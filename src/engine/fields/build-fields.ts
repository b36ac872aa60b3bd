import type { ObjectColours } from '../colour.ts'
import type { Cutout } from '../crop.ts'
import { chooseStyle, isSeenFromFront, type ObjectStyle } from './choose-style.ts'
import { fuseNearness } from './depth-network.ts'
import { findDrawnLines, type DrawnLines } from './drawn-lines.ts'
import { findEnclosedRegions } from './enclosed-regions.ts'
import { depthClues, guessDepthFactor } from './body/guess-depth.ts'
import { setDepth, stretchDepth } from './body/set-depth.ts'
import { measureClues } from './body/clues.ts'
import type { LazyPrior } from './prior/create-prior.ts'
import { completeShape } from './prior/complete-shape.ts'
import type { PriorNetwork } from './prior/network.ts'
import { completeBack, openWalls } from './network-depth/complete-back.ts'
import { nearOnGrid } from './network-depth/near-on-grid.ts'
import type { PredictedDepth } from './network-depth/predict-depth.ts'
import { extrude } from './extrude.ts'
import { hasEyePair } from './face/eye-pair.ts'
import { hasEyes } from './face/eyes.ts'
import { findFeatures } from './features.ts'
import { cutBelowFraction, findOpenEnds } from './flat-base.ts'
import { layGrid, type GeometryGrid, type GridSides } from './geometry-grid.ts'
import type { Heights, ShapeInput } from './heights.ts'
import { makeImplicit, type ImplicitSurface } from './implicit.ts'
import { inflate } from './inflate.ts'
import { turnOnLathe } from './turned/lathe.ts'
import { measureShape, type GridBounds, type ShapeStatistics } from './statistics.ts'
import { findTurnedBody } from './turned/turned-body.ts'
import { isSameAllAround, makeHull, type SideHull } from './hull/hull.ts'
import type { SideView } from '../views/side-view.ts'
import type { EngineParams } from '../params.ts'
import { varyHeights } from './vary-heights.ts'
import { standsOnWheels } from './wheels.ts'
import { createPlane, type Plane, mapThree, type ThreePlanes } from '../raster/plane.ts'
import type { SideProfile } from '../views/side-profile.ts'
import { fitProfile, isDeep } from './turned/fit-profile.ts'
import { blur } from '../raster/blur.ts'
import { labFromLinear } from '../raster/colour-space.ts'
import { averageDown } from '../raster/resample.ts'
import { stretch } from '../raster/sample.ts'

export type ShapeFields = {
  readonly grid: GeometryGrid
  readonly surface: ImplicitSurface
  readonly heights: Heights
  readonly style: ObjectStyle
  /**
   * True if the picture shows the object's front. The back is then painted without a face or a
   * print.
   */
  readonly isFrontal: boolean
  /** Weight of details that only the front has, such as a face or a print: 0 to 1 for each node. */
  readonly features: Plane
  readonly bounds: GridBounds
  readonly lines: DrawnLines | undefined
  /**
   * Solid made from side views. Set only if a front and a back height map cannot represent the
   * shape.
   */
  readonly hull?: SideHull | undefined
}

export type FieldOptions = {
  sides?: GridSides | undefined
  depth?: PredictedDepth | undefined
  prior?: LazyPrior | undefined
  /**
   * Network that predicts the back. Used only if the front's depth has the same unit as its width.
   */
  behind?: PriorNetwork | undefined
  profile?: SideProfile | undefined
  /** Outlines of the object from its sides, including gaps such as between legs. */
  side?: SideView | undefined
  onClues?: ((clues: readonly number[]) => void) | undefined
}

const makers: Record<ObjectStyle, (input: ShapeInput) => Heights> = {
  object: inflate,
  turned: turnOnLathe,
  flat: extrude,
}

/**
 * Styles whose shape is replaced by a solid made from side views. All other styles are a choice of
 * the user, which has priority.
 */
const hullStyles: readonly string[] = ['auto', 'object'] satisfies EngineParams['style'][]

export type ShapeSource = {
  readonly cutout: Cutout
  readonly colours: ObjectColours
  readonly params: EngineParams
}

/** Computes the shape in front of the picture's plane and behind the plane. */
export function buildFields(
  { cutout, colours, params }: ShapeSource,
  { sides, depth, prior, behind, profile, side, onClues }: FieldOptions = {},
): ShapeFields {
  const grid = layGrid(cutout, { depth: colours.depth, faceLimit: params.face_limit, sides })
  const lab = sampleNodeColours(colours.linear, grid)
  const statistics = measureShape(grid, lab)
  const enclosed = findEnclosedRegions(grid, lab, statistics.area)
  const features = findFeatures(grid, { lab, enclosed, area: statistics.area })
  const body = findTurnedBody(grid, statistics.bounds, statistics.area)
  const weight = createPlane(grid.width, grid.height)
  weight.data.set(grid.inside)
  const nearness = depth && !depth.isMetric ? depth.near : undefined
  const near = depth?.isMetric ? nearOnGrid(depth.near, grid) : undefined
  const face = { weight, lab, bounds: statistics.bounds }
  const chosen = chooseStyle(params.style, {
    statistics,
    body,
    featureFraction: features.fraction,
    hasFace: () => hasEyes(grid, face),
  })
  const isPlate = chosen === 'flat' && params.style === 'auto'
  const isSeenDeep = nearness || (profile && isDeep(profile, statistics.bounds))
  const style = isPlate && isSeenDeep ? 'object' : chosen
  const isOnWheels = style === 'object' && standsOnWheels(grid, statistics.bounds, statistics.area)
  // Both sides of a vehicle look the same.
  const back = isOnWheels && params.back === 'auto' ? 'mirror' : params.back
  const cutBelow = cutBelowFraction(grid, statistics.bounds)
  const hasFace = () => hasEyePair(grid, face)
  const isFrontal = isSeenFromFront(back, style, { ...statistics, cutBelow, hasFace })
  const openEnds = findOpenEnds(grid, statistics.bounds)
  const lines = findDrawnLines(grid, lab[0])
  const input: ShapeInput = {
    grid,
    weight,
    lab,
    statistics,
    body,
    enclosed: enclosed.all,
    openEnds,
    isFrontal,
    isOnWheels,
    thickness: params.thickness,
    detail: params.detail,
  }
  const whole = makers[style](input)
  const made = { heights: whole, grid, statistics, style, isFrontal, thickness: params.thickness }
  const clues = measureClues({ grid, lab, statistics, body })
  onClues?.(depthClues(clues, made))
  // Only the depth of style `object` is predicted. A body of revolution is as deep as wide, and
  // plates and vehicles have usual depths.
  const isGuessed = !profile && style === 'object' && !isOnWheels
  const deep = isGuessed ? stretchDepth(whole, guessDepthFactor(clues, made)) : whole
  const full = followSight(deep, {
    grid,
    statistics,
    weight,
    openEnds,
    prior: style === 'object' && !isOnWheels && !profile && !side ? prior : undefined,
    thickness: params.thickness,
    near,
    nearness,
    cutout,
    behind,
    isKnown: style !== 'object' || isOnWheels,
  })
  const seen = { grid, weight, statistics, style, profile, side }
  const { heights, varied, hull } = getSolid(full, { cutout, colours, params }, seen)
  const surface = makeImplicit(grid, varied, openEnds)
  const { bounds } = statistics
  return { grid, surface, heights, style, isFrontal, features: features.plane, bounds, lines, hull }
}

type Sides = {
  readonly grid: GeometryGrid
  readonly weight: Plane
  readonly statistics: ShapeStatistics
  readonly style: ObjectStyle
} & Pick<FieldOptions, 'profile' | 'side'>

function getSolid(
  full: Heights,
  { cutout, colours, params }: ShapeSource,
  { grid, weight, statistics, style, profile, side }: Sides,
) {
  const isTurned =
    side !== undefined && style === 'turned' && isSameAllAround({ cutout, colours, side })
  if (side && !isTurned && hullStyles.includes(params.style)) {
    const plain = { depth: undefined, thickness: 1 }
    const fitted = fitSides(full, { grid, statistics, params: plain, profile, isTurned })
    const hull = makeHull({ grid, cutout, colours, side, fitted, params })
    return { hull, heights: hull.heights, varied: hull.heights }
  }
  const wanted = { grid, statistics, params, profile, isTurned }
  const varied = fitSides(varyHeights(full, { grid, weight, seed: params.model_seed }), wanted)
  return { hull: undefined, heights: fitSides(full, wanted), varied }
}

type Sight = {
  readonly grid: GeometryGrid
  readonly statistics: ShapeStatistics
  readonly weight: Plane
  readonly openEnds: Uint8Array
  readonly prior: LazyPrior | undefined
  readonly thickness: number
  /**
   * Distance of each node towards the viewer, in cells. Undefined unless a network predicted depths
   * with a known unit.
   */
  readonly near: Float32Array | undefined
  readonly nearness: Plane | undefined
  readonly cutout: Cutout
  readonly behind: PriorNetwork | undefined
  readonly isKnown: boolean
}

function followSight(rules: Heights, sight: Sight): Heights {
  const { grid, statistics, weight, openEnds, prior, thickness, near, nearness } = sight
  const { symmetry } = statistics
  if (near) {
    const { cutout, behind: network, isKnown } = sight
    const whole = completeBack({ cutout, grid, near, heights: rules, isKnown, network })
    openWalls(whole, grid, openEnds)
    return whole
  }
  const likely = prior ? completeShape(prior, rules, { grid, symmetry, thickness }) : rules
  return nearness ? fuseNearness(likely, { nearness, grid, weight }) : likely
}

type Wanted = {
  readonly grid: GeometryGrid
  readonly statistics: ShapeStatistics
  readonly profile: SideProfile | undefined
  readonly params: Pick<EngineParams, 'depth' | 'thickness'>
  readonly isTurned: boolean
}

function fitSides(
  heights: Heights,
  { grid, statistics, profile, params, isTurned }: Wanted,
): Heights {
  const { bounds } = statistics
  const { depth, thickness } = params
  const fitted = profile
    ? fitProfile(heights, { grid, bounds, profile, thickness, isTurned })
    : heights
  if (depth === undefined) return fitted
  return setDepth(fitted, grid, depth * thickness * Math.max(bounds.width, bounds.height))
}

/** Returns Lab colours at the grid's nodes, each averaged over about one cell. */
function sampleNodeColours(linear: ThreePlanes, grid: GeometryGrid): ThreePlanes {
  const { width: cropWidth, height: cropHeight } = linear[0]
  const width = Math.min(cropWidth, grid.width * 2)
  const height = Math.min(cropHeight, grid.height * 2)
  const lab = labFromLinear(mapThree(linear, (plane) => averageDown(plane, width, height)))
  const sigma = Math.max(0.8, (width / grid.width) * 0.7)
  return mapThree(lab, (plane) => stretch(blur(plane, sigma), grid.width, grid.height))
}

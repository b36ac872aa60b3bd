import type { ObjectColours } from '../../colour.ts'
import type { Cutout } from '../../crop.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import type { SlicedField } from './sliced-field.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import type { EngineParams } from '../../params.ts'
import { stretchDepth } from '../body/set-depth.ts'
import { inCells, layBlock } from './block.ts'
import { insideOfCones } from './cones.ts'
import { guessDistance } from './guess-distance.ts'
import { guessInside } from './guess-inside.ts'
import { keepOutlines, type OddsVolume } from './keep-outlines.ts'
import { compareRows, measureRows } from './row-runs.ts'
import { createSideTest } from './side-test.ts'
import { smoothOdds } from './smooth-odds.ts'
import { sampleOutlines, type SideView } from '../../views/side-view.ts'

/**
 * A solid between the outlines of the front and of the sides. The grid has the columns and rows of
 * the front, and slices at the same distance.
 */
export type SideHull = SlicedField & {
  readonly heights: Heights
  readonly stretch: number
  /** Fraction of the front's nodes at which the side outlines leave no solid. */
  readonly missingFraction: number
}

type Seen = {
  readonly grid: GeometryGrid
  readonly cutout: Cutout
  readonly colours: ObjectColours
  readonly side: SideView
  /** Rule-based heights, scaled to the depth of the side views at each height. */
  readonly fitted: Heights
  readonly params: Pick<EngineParams, 'depth' | 'thickness'>
}

/**
 * Weight of the rule-based heights in the surface, 0 to 1. Ellipses between the outlines have the
 * remaining weight.
 */
const rulesWeight = 0.5

const alikeMax = 0.08

/** Returns whether the side is as wide as the front at each height, as for a body of revolution. */
export function isSameAllAround({
  cutout,
  colours,
  side,
}: Pick<Seen, 'cutout' | 'colours' | 'side'>): boolean {
  const { front, side: coarse } = sampleOutlines({ cutout, colours }, side)
  return compareRows(measureRows(front.alpha), measureRows(coarse.alpha)) < alikeMax
}

/**
 * Makes the solid between the outlines of front and sides. Its surface is the mean of ellipses,
 * which keep gaps, and of rule-based heights, which show roundness.
 */
export function makeHull({ grid, cutout, colours, side, fitted, params }: Seen): SideHull {
  const { front, side: coarse, cellsLong } = sampleOutlines({ cutout, colours }, side)
  const odds = smoothOdds({
    width: front.alpha.width,
    height: front.alpha.height,
    depth: coarse.alpha.width,
    data: guessInside(measureRows(front.alpha), measureRows(coarse.alpha)),
  })
  keepOutlines(odds)
  const guess = guessDistance(odds)
  const block = layBlock(grid, cutout, side)
  const { depth, nodesPerLong } = block
  const nodesPerCell = nodesPerLong / cellsLong
  const [cellX, cellY, cellZ] = [
    inCells(block.across, guess.width),
    inCells(block.down, guess.height),
    inCells(block.inward, guess.depth),
  ]
  const getInside = side.cameras
    ? insideOfCones(side.cameras, block)
    : createSideTest({ grid, cutout, side, block })
  // Use the outlines alone in columns without rule-based heights, such as legs that only the sides
  // show.
  let followsRules: Uint8Array = grid.inside.map(() => 1)
  const fill = (z: number, slice: Float32Array) => {
    slice.fill(-1)
    if (z === 0 || z === depth - 1) return
    for (let y = 1; y < grid.height - 1; y++) {
      for (let x = 1; x < grid.width - 1; x++) {
        const i = y * grid.width + x
        if (grid.phi.data[i] <= -1) continue
        const value = Math.min(grid.phi.data[i], getInside(x, y, z))
        if (value <= -1) continue
        const fromMiddle = z - (depth - 1) / 2
        const rules = Math.min(fitted.front.data[i] - fromMiddle, fitted.back.data[i] + fromMiddle)
        const ellipses = readVolume(guess, cellX[x], cellY[y], cellZ[z]) * nodesPerCell
        slice[i] = Math.min(value, followsRules[i] * rulesWeight * rules + ellipses)
      }
    }
  }
  const field = { width: grid.width, height: grid.height, depth, fill }
  followsRules = measureHeights(field).isSeen
  const { heights, isSeen } = measureHeights(field)
  const stretch = stretchFor(heights, { ...params, long: nodesPerLong })
  const missingFraction = computeMissing(grid, isSeen)
  return { ...field, heights: stretchDepth(heights, stretch), stretch, missingFraction }
}

const rimNodes = 2

function computeMissing({ phi }: GeometryGrid, isSeen: Uint8Array): number {
  let [missing, all] = [0, 0]
  for (let i = 0; i < isSeen.length; i++) {
    if (phi.data[i] < rimNodes) continue
    all++
    if (!isSeen[i]) missing++
  }
  return missing / Math.max(1, all)
}

const reach = ({ data }: Plane) => data.reduce((most, value) => Math.max(most, value), -Infinity)

type Wish = Seen['params'] & {
  readonly long: number
}

function stretchFor({ front, back }: Heights, { depth, thickness, long }: Wish): number {
  if (depth === undefined) return thickness
  return (depth * thickness * long) / Math.max(1e-3, reach(front) + reach(back))
}

// oxlint-disable-next-line max-params -- for each node
function readVolume(
  { width, height, depth, data }: OddsVolume,
  x: number,
  y: number,
  z: number,
): number {
  const px = Math.min(width - 1, Math.max(0, x))
  const py = Math.min(height - 1, Math.max(0, y))
  const pz = Math.min(depth - 1, Math.max(0, z))
  const [left, top, back] = [px | 0, py | 0, pz | 0]
  const [fx, fy, fz] = [px - left, py - top, pz - back]
  const i = (back * height + top) * width + left
  const right = left + 1 < width ? 1 : 0
  const below = top + 1 < height ? width : 0
  const before = back + 1 < depth ? width * height : 0
  const far = mix2(data, i, right, below, fx, fy)
  return far + (mix2(data, i + before, right, below, fx, fy) - far) * fz
}

// oxlint-disable-next-line max-params -- for each node
function mix2(
  data: Float32Array,
  i: number,
  right: number,
  below: number,
  fx: number,
  fy: number,
): number {
  const upper = data[i] + (data[i + right] - data[i]) * fx
  const lower = data[i + below] + (data[i + below + right] - data[i + below]) * fx
  return upper + (lower - upper) * fy
}

function measureHeights({ width, height, depth, fill }: SlicedField): {
  heights: Heights
  isSeen: Uint8Array
} {
  const [front, back] = [createPlane(width, height), createPlane(width, height)]
  const isSeen = new Uint8Array(width * height)
  const middle = (depth - 1) / 2
  let [before, slice] = [
    new Float32Array(width * height).fill(-1),
    new Float32Array(width * height),
  ]
  for (let z = 0; z < depth; z++) {
    fill(z, slice)
    for (let i = 0; i < slice.length; i++) {
      const isIn = slice[i] > 0
      if (isIn === before[i] > 0) continue
      const at = z - 1 + before[i] / (before[i] - slice[i]) - middle
      if (!isIn) front.data[i] = at
      else if (!isSeen[i]) [back.data[i], isSeen[i]] = [-at, 1]
    }
    ;[before, slice] = [slice, before]
  }
  return { heights: { front, back }, isSeen }
}

import type { ObjectColours } from '../../colour.ts'
import type { Cutout } from '../../crop.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import type { SlicedField } from './sliced-field.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { weightedBlur } from '../../raster/weighted-blur.ts'
import type { EngineParams } from '../../params.ts'
import { stretchDepth } from '../body/set-depth.ts'
import { clamp } from '#lib/clamp.ts'
import { inCells, layBlock } from './block.ts'
import { insideOfCones } from './cones.ts'
import { guessDistance } from './guess-distance.ts'
import { guessInside } from './guess-inside.ts'
import { insideNetwork } from './inside-network.ts'
import { createPair } from './inside-clues.ts'
import { keepOutlines, type OddsVolume } from './keep-outlines.ts'
import { lineClues } from './line-clues.ts'
import { createSideTest } from './side-test.ts'
import { smoothOdds } from './smooth-odds.ts'
import { sampleOutlines, type SideView } from '../../views/side-view.ts'

/**
 * A solid between the outlines of the front and the sides, on the nodes of the geometry grid, with
 * the same resolution in depth.
 */
export type SideHull = SlicedField & {
  /** Extent to the front and the back, in nodes from the middle slice. */
  readonly heights: Heights
  readonly stretch: number
  /** Additional relief of the front, in nodes: parts and creases. Outlines do not show these. */
  readonly relief: Plane
}

type Seen = {
  readonly grid: GeometryGrid
  readonly cutout: Cutout
  readonly colours: ObjectColours
  readonly side: SideView
  readonly alone: Heights
  readonly params: Pick<EngineParams, 'depth' | 'thickness'>
}

/** Blur (sigma) of the local mean height. Relief is the deviation from that mean. */
const reliefSigma = { nodesMin: 2, radii: 0.12 } as const
/** Upper bound of the relief, as a fraction of the front's long side. */
const reliefMost = 0.02
/**
 * Upper bound of the relief as a fraction of the local thickness. Deeper relief would emerge at the
 * back.
 */
const reliefOfThickness = 0.4
const rimRadii = 0.12

/** Largest relative difference between row widths of the front and the side of a round object. */
const alikeMax = 0.08

/**
 * Returns whether the side is as wide as the front at each height, as for an object turned on a
 * lathe.
 */
export function isSameAllAround({
  cutout,
  colours,
  side,
}: Pick<Seen, 'cutout' | 'colours' | 'side'>): boolean {
  const { front, side: coarse, cellsLong } = sampleOutlines({ cutout, colours }, side)
  return createPair(lineClues(front, cellsLong), lineClues(coarse, cellsLong)).likeness < alikeMax
}

/**
 * Makes the solid between the front's and the sides' outlines, less the cells that are likely
 * empty: outlines alone cannot show roundness.
 */
export function makeHull({ grid, cutout, colours, side, alone, params }: Seen): SideHull {
  const { front, side: coarse, cellsLong } = sampleOutlines({ cutout, colours }, side)
  const pair = createPair(lineClues(front, cellsLong), lineClues(coarse, cellsLong))
  const odds = smoothOdds({
    width: front.alpha.width,
    height: front.alpha.height,
    depth: coarse.alpha.width,
    data: guessInside(pair, insideNetwork),
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
  const insideOf = side.cameras
    ? insideOfCones(side.cameras, block)
    : createSideTest({ grid, cutout, side, block })
  const fill = (z: number, slice: Float32Array) => {
    slice.fill(-1)
    if (z === 0 || z === depth - 1) return
    for (let y = 1; y < grid.height - 1; y++) {
      for (let x = 1; x < grid.width - 1; x++) {
        const i = y * grid.width + x
        if (grid.phi.data[i] <= -1) continue
        const value = Math.min(grid.phi.data[i], insideOf(x, y, z))
        if (value <= -1) continue
        slice[i] = Math.min(value, readVolume(guess, cellX[x], cellY[y], cellZ[z]) * nodesPerCell)
      }
    }
  }
  const field = { width: grid.width, height: grid.height, depth, fill }
  const { heights, thickness } = measureHeights(field)
  const stretch = stretchFor(heights, { ...params, long: nodesPerLong })
  const relief = withinThickness(computeRelief(alone.front, grid), thickness, stretch)
  const finished = stretchDepth(heights, stretch)
  relief.data.forEach((value, i) => (finished.front.data[i] += value))
  return { ...field, heights: finished, stretch, relief }
}

const reach = ({ data }: Plane) => data.reduce((most, value) => Math.max(most, value), -Infinity)

type Wish = Seen['params'] & {
  /** Longer side of the object's front view, in grid nodes. */ readonly long: number
}

function stretchFor({ front, back }: Heights, { depth, thickness, long }: Wish): number {
  if (depth === undefined) return thickness
  return (depth * thickness * long) / Math.max(1e-3, reach(front) + reach(back))
}

function computeRelief(front: Plane, { inside, width, height, radius, phi }: GeometryGrid): Plane {
  const weight = createPlane(width, height)
  weight.data.set(inside)
  const around = weightedBlur(
    front,
    weight,
    Math.max(reliefSigma.nodesMin, reliefSigma.radii * radius),
  )
  const most = reliefMost * Math.max(width, height)
  const data = front.data.map((value, i) =>
    inside[i] ? clamp(value - around.data[i], -most, most) : 0,
  )
  // Near the rim the deviation from the mean is only the front's slope, so relief fades out there.
  const rim = Math.max(1, rimRadii * radius)
  return {
    width,
    height,
    data: data.map((value, i) => value * smoothstep(rim, 2 * rim, phi.data[i])),
  }
}

function withinThickness(relief: Plane, thickness: Plane, stretch: number): Plane {
  const mostPer = reliefOfThickness * stretch
  const data = relief.data.map((value, i) => {
    const most = mostPer * thickness.data[i]
    return clamp(value, -most, most)
  })
  return { ...relief, data }
}

/** Samples trilinearly and clamps to the edge. */
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
  thickness: Plane
} {
  const [front, back, thickness, entered] = [0, 1, 2, 3].map(() => createPlane(width, height))
  const seen = new Uint8Array(width * height)
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
      if (isIn) {
        entered.data[i] = at
        if (!seen[i]) [back.data[i], seen[i]] = [-at, 1]
      } else {
        front.data[i] = at
        thickness.data[i] = at - entered.data[i]
      }
    }
    ;[before, slice] = [slice, before]
  }
  return { heights: { front, back }, thickness }
}

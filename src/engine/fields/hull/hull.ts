import type { ObjectColours } from '../../colour.ts'
import type { Cutout } from '../../crop.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import type { SlicedField } from './sliced-field.ts'
import { signedDistance } from '../../raster/distance.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { weightedBlur } from '../../raster/weighted-blur.ts'
import { boxOf } from '../../views/fit-back.ts'
import type { EngineParams } from '../../params.ts'
import { stretchDepth } from '../body/set-depth.ts'
import { clamp } from '#lib/clamp.ts'
import { guessDistance } from './guess-distance.ts'
import { guessInside } from './guess-inside.ts'
import { insideNetwork } from './inside-network.ts'
import { pairOf } from './inside-clues.ts'
import { keepOutlines, type Volume } from './keep-outlines.ts'
import { lineClues } from './line-clues.ts'
import { smoothOdds } from './smooth-odds.ts'
import { depthMost, frontOf, type SideView } from '../../views/side-view.ts'

/** A solid between the front's outline and the sides', on the nodes of the geometry grid and as fine in depth. */
export type Hull = SlicedField & {
  /** How far the surface reaches to the front and the back, in nodes off the middle slice. */
  readonly heights: Heights
  /** What the depth is multiplied by. */
  readonly stretch: number
  /** What stands out of the front besides, in nodes: parts and creases, which outlines do not tell. */
  readonly relief: Plane
}

type Seen = {
  readonly grid: GeometryGrid
  readonly cutout: Cutout
  readonly colours: ObjectColours
  readonly side: SideView
  /** Heights that one picture alone would give. */
  readonly alone: Heights
  readonly params: Pick<EngineParams, 'depth' | 'thickness'>
}

/** Slices before and behind the object. */
const margin = 2
/** Nodes by which a row of the side is widened at most where it is thinner than the front's, which stands there. */
const widenMax = 1.5
/** How far around a place its surroundings are taken, and how much it stands out of them at most, in long sides. */
const reliefSigma = { nodesMin: 2, radii: 0.12 } as const
const reliefMost = 0.02
const rimRadii = 0.12
/** Smoothing of the side's outline, in nodes. */
const sideSigma = 0.7

/** Rows of the front and the side differ by less than this share of their widths where a thing is round. */
const alikeMax = 0.08

/** Whether the side is as wide as the front at each height, as of what was turned on a lathe. */
export function isSameAllAround({
  cutout,
  colours,
  side,
}: Pick<Seen, 'cutout' | 'colours' | 'side'>): boolean {
  const { front, side: coarse, cellsLong } = frontOf({ cutout, colours }, side)
  return pairOf(lineClues(front, cellsLong), lineClues(coarse, cellsLong)).likeness < alikeMax
}

/**
 * What the front and the sides leave of a block, less what is likely to be missing of it: outlines alone know no
 * roundness.
 */
export function makeHull({ grid, cutout, colours, side, alone, params }: Seen): Hull {
  const { front, side: coarse, cellsLong } = frontOf({ cutout, colours }, side)
  const pair = pairOf(lineClues(front, cellsLong), lineClues(coarse, cellsLong))
  const odds = smoothOdds({
    width: front.alpha.width,
    height: front.alpha.height,
    depth: coarse.alpha.width,
    data: guessInside(pair, insideNetwork),
  })
  keepOutlines(odds)
  const guess = guessDistance(odds)
  const box = boxOf(cutout)
  const long = Math.max(box.width, box.height)
  const nodesPerCell = (long * grid.cellsPerPixel) / cellsLong
  const deep = Math.min(depthMost * long, side.depth * box.height) * grid.cellsPerPixel
  const depth = Math.ceil(deep) + 2 * margin
  const outline = sideOutline(grid, { cutout, side, deep, depth })
  /** Where nodes lie in the guess's cells. */
  const across = placesIn(
    grid.width,
    (x) => inBox(x, grid.width, cutout.width, box.margin, box.width) * guess.width,
  )
  const down = placesIn(
    grid.height,
    (y) => inBox(y, grid.height, cutout.height, box.margin, box.height) * guess.height,
  )
  const inward = placesIn(depth, (z) => ((z - (depth - 1) / 2) / deep + 0.5) * guess.depth)
  const fill = (z: number, slice: Float32Array) => {
    slice.fill(-1)
    if (z === 0 || z === depth - 1) return
    for (let y = 1; y < grid.height - 1; y++) {
      const sideValue = outline.data[y * depth + z]
      if (sideValue <= -1) continue
      for (let x = 1; x < grid.width - 1; x++) {
        const i = y * grid.width + x
        const value = Math.min(grid.phi.data[i], sideValue)
        slice[i] =
          value <= -1
            ? -1
            : Math.min(value, readVolume(guess, across[x], down[y], inward[z]) * nodesPerCell)
      }
    }
  }
  const field = { width: grid.width, height: grid.height, depth, fill }
  const heights = measureHeights(field)
  const stretch = stretchFor(heights, { ...params, long: long * grid.cellsPerPixel })
  const relief = reliefOf(alone.front, grid)
  const finished = stretchDepth(heights, stretch)
  relief.data.forEach((value, i) => (finished.front.data[i] += value))
  return { ...field, heights: finished, stretch, relief }
}

const reach = ({ data }: Plane) => data.reduce((most, value) => Math.max(most, value), -Infinity)

type Wish = Seen['params'] & { /** Of the front, in nodes. */ readonly long: number }

function stretchFor({ front, back }: Heights, { depth, thickness, long }: Wish): number {
  if (depth === undefined) return thickness
  return (depth * thickness * long) / Math.max(1e-3, reach(front) + reach(back))
}

/** What is lower or higher than what is around it. */
function reliefOf(front: Plane, { inside, width, height, radius, phi }: GeometryGrid): Plane {
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
  // Towards the rim a front falls off by itself.
  const rim = Math.max(1, rimRadii * radius)
  return {
    width,
    height,
    data: data.map((value, i) => value * smoothstep(rim, 2 * rim, phi.data[i])),
  }
}

// oxlint-disable-next-line max-params -- of one axis
const inBox = (node: number, nodes: number, pixels: number, start: number, length: number) =>
  (((node + 0.5) * pixels) / nodes - start) / length

/** From places in cells, whose middles are at halves, to places between samples. */
const placesIn = (count: number, place: (node: number) => number) =>
  Float32Array.from({ length: count }, (_, node) => place(node) - 0.5)

type SideFit = {
  readonly cutout: Cutout
  readonly side: SideView
  /** Nodes of the object's depth, and of the whole block's. */
  readonly deep: number
  readonly depth: number
}

/** Distance to the sides' outline over rows of the grid and slices, in nodes, positive inside. */
function sideOutline(grid: GeometryGrid, { cutout, side, deep, depth }: SideFit): Plane {
  const box = boxOf(cutout)
  const scaleY = grid.height / cutout.height
  const [first, rows] = [
    Math.round(box.margin * scaleY),
    Math.max(2, Math.round(box.height * scaleY)),
  ]
  const columns = Math.max(2, Math.round(deep))
  const { alpha } = side.outline(columns, rows)
  const whole = createPlane(depth, grid.height)
  const left = Math.round((depth - columns) / 2)
  for (let y = 0; y < rows && y + first < grid.height; y++) {
    for (let x = 0; x < columns; x++) {
      whole.data[(y + first) * depth + x + left] = alpha.data[y * columns + x]
    }
  }
  const distance = signedDistance(whole, sideSigma)
  widenThinRows(distance, grid)
  return distance
}

/** What the front shows at a height is there in the side, too, even where smoothing or a tilt of the camera took it. */
function widenThinRows({ width, data }: Plane, { phi, height }: GeometryGrid): void {
  for (let y = 0; y < height; y++) {
    const front = phi.data.subarray(y * phi.width, (y + 1) * phi.width)
    const row = data.subarray(y * width, (y + 1) * width)
    const wanted = Math.min(
      widenMax,
      front.reduce((most, value) => Math.max(most, value), -1),
    )
    const has = row.reduce((most, value) => Math.max(most, value), -1e9)
    if (wanted <= 0 || has >= wanted || has < -2 * widenMax) continue
    for (let x = 0; x < width; x++) row[x] += wanted - has
  }
}

/** Trilinear; beyond the edge it reads the edge. */
// oxlint-disable-next-line max-params -- for each node
function readVolume(
  { width, height, depth, data }: Volume,
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

function measureHeights({ width, height, depth, fill }: SlicedField): Heights {
  const [front, back] = [createPlane(width, height), createPlane(width, height)]
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
      if (!isIn) front.data[i] = at
      else if (!seen[i]) [back.data[i], seen[i]] = [-at, 1]
    }
    ;[before, slice] = [slice, before]
  }
  return { front, back }
}

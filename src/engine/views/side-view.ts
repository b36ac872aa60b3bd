import { clamp } from '#lib/clamp.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { smoothToShrink } from '../raster/resample.ts'
import { sampleBilinear } from '../raster/sample.ts'
import type { Projection } from './cameras/camera.ts'
import { locateCameras } from './cameras/locate-cameras.ts'
import { boxOf } from './fit-back.ts'
import type { View, Views } from './read-views.ts'
import { cropToBox, luminance, outlineOf, type Outline } from './outline.ts'
import { thinColumns, thinRows } from './thin-outline.ts'

/** The thing from its right, so that its front is on the right. */
export type SideView = {
  /** Depth per height of the object. */
  readonly depth: number
  /** Coverage and lightness over the whole depth and height, at `width` by `height` samples. */
  readonly outline: (width: number, height: number) => Outline
  /** Of all other pictures, where both sides are shown and they are of one rigid thing. */
  readonly cameras?: readonly Projection[] | undefined
}

/** How far a camera that somebody holds looks down on the thing, in radians, where no back tells; and at most. */
const tilts = { usual: (2.5 * Math.PI) / 180, most: (6 * Math.PI) / 180 } as const
/** How far it stands aside of square for each radian that it looks down. */
const asidePerTilt = 1.2
/** Of the breadth that a camera sees from aside, how much belongs to the width: all of it for a box, hardly any for a ball. */
const asideFraction = 0.5
/** Samples of the front that tilted cameras are compared by. */
const frontSide = 64
/** Added to the middle of two coverages, so that what only one of them shows is inside: thin parts seldom meet. */
const benefit = 0.06

/**
 * The sides as one, or the one that there is. Cameras are never quite square: they look down a little, so that a
 * wide thing seems higher from its side than it is, and what one side shows too much of, the other shows too little
 * of; the middle of two outlines is nearer to the truth than either.
 */
export function sideView(front: View, views: Views): SideView | undefined {
  const merged = mergedSides(front, views)
  // Where a camera at one side alone stood, nothing tells.
  const isTold = views.left && views.right
  return merged && { ...merged, cameras: isTold && locateCameras(front, views) }
}

function mergedSides(front: View, { left, right, back }: Views): SideView | undefined {
  const given = [
    ...(right ? [{ view: right, isLeft: false }] : []),
    ...(left ? [{ view: left, isLeft: true }] : []),
  ]
  if (given.length === 0) return undefined
  const breadths = given.map(({ view }) => aspectOf(view))
  const breadth = breadths.reduce((sum, one) => sum + one, 0) / breadths.length
  const tilt = back ? tiltFrom(front, back, breadth) : tilts.usual
  const { alpha } = outlineOf(front, frontSide, frontSide)
  const width = aspectOf(front)
  const [one, other] = given.map((each) => viewFrom(each, { alpha, width, tilt }))
  if (!other) return one
  return {
    depth: (one.depth + other.depth) / 2,
    outline: (columns, rows) => {
      const [a, b] = [one, other].map(({ outline }) => outline(columns, rows))
      return { alpha: middle(a.alpha, b.alpha, benefit), light: middle(a.light, b.light, 0) }
    },
  }
}

/** Width of the object's box per height. */
function aspectOf({ cutout }: View): number {
  const box = boxOf(cutout)
  return box.width / box.height
}

/** The back has the front's width; where it seems higher, its camera looks down on the depth. */
function tiltFrom(front: View, back: View, breadth: number): number {
  const higher = aspectOf(front) / aspectOf(back) - 1
  return clamp(Math.asin(clamp(higher / breadth, 0, 1)), 0, tilts.most)
}

type Front = {
  readonly alpha: Plane
  /** Per height. */
  readonly width: number
  /** Of the cameras at the sides. */
  readonly tilt: number
}

function viewFrom(
  { view, isLeft }: { view: View; isLeft: boolean },
  { alpha: front, width, tilt }: Front,
): SideView {
  const aside = tilt * asidePerTilt
  const [top, bottom] = reachFrom(front, { width, tilt, nearer: isLeft ? 1 : -1 })
  const seenHeight = top - bottom
  const seenDepth = aspectOf(view) * seenHeight
  const depth = Math.max(seenDepth / 2, seenDepth - asideFraction * width * Math.sin(aside))
  // The object's own height and depth as shares of what is seen.
  const rows = [top - Math.cos(tilt) / 2, top + Math.cos(tilt) / 2].map((v) => v / seenHeight)
  const columns = [0.5 - depth / seenDepth / 2, 0.5 + depth / seenDepth / 2]
  const own = { left: columns[0], right: columns[1], top: rows[0], bottom: rows[1] }
  const [alpha, light] = [view.cutout.alpha, luminance(view.colours.linear)].map((plane) =>
    cropToBox(view.cutout, plane),
  )
  const thin = withoutAside(alpha, {
    front,
    width,
    tilt,
    own,
    perHeight: alpha.height / seenHeight,
  })
  const read = (plane: Plane, [w, h]: [number, number]) =>
    readRegion(plane, own, createPlane(w, h), isLeft)
  return {
    depth,
    outline: (w, h) => ({ alpha: read(thin, [w, h]), light: read(light, [w, h]) }),
  }
}

type Seen = {
  readonly front: Plane
  readonly width: number
  readonly tilt: number
  /** Where the object itself lies in what is seen. */
  readonly own: Region
  /** Pixels of the side for each height of the object. */
  readonly perHeight: number
}

/**
 * An outline without what a camera that is not square adds to it: the near and the far end of each part are seen
 * apart, by as much of the part's width as it is turned.
 */
function withoutAside(alpha: Plane, { front, width, tilt, own, perHeight }: Seen): Plane {
  const widths = rowWidths(front).map((share) => asideFraction * share * width * perHeight)
  const levels = front.height / (own.bottom - own.top)
  const shift = Math.sin(tilt * asidePerTilt) / 2
  const rows = thinRows(alpha, (y) => {
    const row = Math.floor(((y + 0.5) / alpha.height - own.top) * levels)
    return shift * widths[clamp(row, 0, front.height - 1)]
  })
  return thinColumns(rows, (Math.sin(tilt) / 2) * Math.max(...widths))
}

const isCovered = (value: number) => value > 0.5

/** From the first to the last sample inside, as a share of the width. */
function rowWidths({ width, height, data }: Plane): number[] {
  return Array.from({ length: height }, (_, y) => {
    const row = data.subarray(y * width, (y + 1) * width)
    return (row.findLastIndex(isCovered) + 1 - Math.max(0, row.findIndex(isCovered))) / width
  })
}

type Tilted = { readonly width: number; readonly tilt: number; readonly nearer: 1 | -1 }

/** From where to where a tilted camera at the side sees what the front shows, up from its middle, in its heights. */
function reachFrom(front: Plane, { width, tilt, nearer }: Tilted): [top: number, bottom: number] {
  let [top, bottom] = [-Infinity, Infinity]
  for (let i = 0; i < front.data.length; i++) {
    if (front.data[i] <= 0.5) continue
    const x = (((i % front.width) + 0.5) / front.width - 0.5) * width
    const y = 0.5 - (Math.floor(i / front.width) + 0.5) / front.height
    const v = y * Math.cos(tilt) - nearer * x * Math.sin(tilt)
    top = Math.max(top, v)
    bottom = Math.min(bottom, v)
  }
  // Half a sample beyond the middles of the outermost ones.
  const half = Math.cos(tilt) / front.height / 2
  return [top + half, bottom - half]
}

type Region = { left: number; right: number; top: number; bottom: number }

/** A region of a plane, given as shares of it, at the size of `target`; nothing beyond the plane. */
// oxlint-disable-next-line max-params -- a plane, where, into what
function readRegion(plane: Plane, region: Region, target: Plane, isMirrored: boolean): Plane {
  const { width, height, data } = target
  const [spanX, spanY] = [region.right - region.left, region.bottom - region.top]
  const shrink = Math.max((plane.width * spanX) / width, (plane.height * spanY) / height)
  const smooth = smoothToShrink(plane, shrink)
  for (let y = 0, i = 0; y < height; y++) {
    const v = (region.top + ((y + 0.5) / height) * spanY) * plane.height
    for (let x = 0; x < width; x++, i++) {
      const along = (isMirrored ? width - 1 - x : x) + 0.5
      const u = (region.left + (along / width) * spanX) * plane.width
      const isIn = u >= 0 && v >= 0 && u < plane.width && v < plane.height
      data[i] = isIn ? sampleBilinear(smooth, u - 0.5, v - 0.5) : 0
    }
  }
  return target
}

const middle = (a: Plane, b: Plane, extra: number): Plane => ({
  ...a,
  data: a.data.map((value, i) => Math.min(1, (value + b.data[i]) / 2 + extra)),
})

/** Cells along the front's long side: as fine as what is learned of the inside. */
const cellsLong = 64
export const depthMost = 2.5
const cellsLeast = 6

/** Both outlines in cells of one size, as high as each other. */
export function frontOf(front: View, side: SideView) {
  const box = boxOf(front.cutout)
  const long = Math.max(box.width, box.height)
  const cells = (share: number) => Math.max(cellsLeast, Math.round(share * cellsLong))
  const height = cells(box.height / long)
  const depth = Math.min(depthMost, (side.depth * box.height) / long)
  return {
    front: outlineOf(front, cells(box.width / long), height),
    side: side.outline(cells(depth), height),
    cellsLong,
  }
}

import { clamp } from '#lib/clamp.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { smoothToShrink } from '../raster/resample.ts'
import { sampleBilinear } from '../raster/sample.ts'
import type { Projection } from './cameras/camera.ts'
import { locateCameras } from './cameras/locate-cameras.ts'
import { getObjectBox } from './fit-back.ts'
import type { ObjectView, Views } from './read-views.ts'
import { cropToBox, luminance, createOutline, type Outline } from './outline.ts'
import { thinColumns, thinRows } from './thin-outline.ts'

/** The object seen from its right, with its front on the right. */
export type SideView = {
  readonly depth: number
  /**
   * Returns coverage and lightness over the whole depth and height, at `width` by `height` samples.
   */
  readonly outline: (width: number, height: number) => Outline
  /** Cameras of all other pictures. Set only if both sides exist and are consistent. */
  readonly cameras?: readonly Projection[] | undefined
}

/**
 * Downward tilt of a handheld camera in radians: the usual value if there is no back picture, and
 * the maximum.
 */
const tilts = { usual: (2.5 * Math.PI) / 180, most: (6 * Math.PI) / 180 } as const
/** Sideways rotation of a side camera from an exact side view, in radians per radian of tilt. */
const asidePerTilt = 1.2
/**
 * Additional width that a rotated side camera sees, as a fraction of the front's width times the
 * rotation in radians. A box has 1, a ball almost 0.
 */
const asideFraction = 0.5
const frontSide = 64
const benefit = 0.06

/**
 * Merges the left and the right side, or returns the only side. The errors of handheld side cameras
 * are opposite, so their mean is more accurate.
 */
export function sideView(front: ObjectView, views: Views): SideView | undefined {
  const merged = mergedSides(front, views)
  const isTold = views.left && views.right
  return merged && { ...merged, cameras: isTold && locateCameras(front, views) }
}

function mergedSides(front: ObjectView, { left, right, back }: Views): SideView | undefined {
  const given = [
    ...(right ? [{ view: right, isLeft: false }] : []),
    ...(left ? [{ view: left, isLeft: true }] : []),
  ]
  if (given.length === 0) return undefined
  const breadths = given.map(({ view }) => computeAspect(view))
  const breadth = breadths.reduce((sum, one) => sum + one, 0) / breadths.length
  const tilt = back ? tiltFrom(front, back, breadth) : tilts.usual
  const { alpha } = createOutline(front, frontSide, frontSide)
  const width = computeAspect(front)
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

function computeAspect({ cutout }: ObjectView): number {
  const box = getObjectBox(cutout)
  return box.width / box.height
}

/**
 * Estimates the downward tilt of the back's camera. If the back is higher than the front at the
 * same width, the tilted camera also sees the object's depth.
 */
function tiltFrom(front: ObjectView, back: ObjectView, breadth: number): number {
  const higher = computeAspect(front) / computeAspect(back) - 1
  return clamp(Math.asin(clamp(higher / breadth, 0, 1)), 0, tilts.most)
}

type Front = {
  readonly alpha: Plane
  readonly width: number
  readonly tilt: number
}

function viewFrom(
  { view, isLeft }: { view: ObjectView; isLeft: boolean },
  { alpha: front, width, tilt }: Front,
): SideView {
  const aside = tilt * asidePerTilt
  const [top, bottom] = reachFrom(front, { width, tilt, nearer: isLeft ? 1 : -1 })
  const seenHeight = top - bottom
  const seenDepth = computeAspect(view) * seenHeight
  const depth = Math.max(seenDepth / 2, seenDepth - asideFraction * width * Math.sin(aside))
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
  readonly own: Region
  readonly perHeight: number
}

/**
 * Moves the ends of each part of the outline inwards by what a rotated camera adds: the part's
 * width times the rotation.
 */
function withoutAside(alpha: Plane, { front, width, tilt, own, perHeight }: Seen): Plane {
  const widths = rowWidths(front).map((fraction) => asideFraction * fraction * width * perHeight)
  const levels = front.height / (own.bottom - own.top)
  const shift = Math.sin(tilt * asidePerTilt) / 2
  const rows = thinRows(alpha, (y) => {
    const row = Math.floor(((y + 0.5) / alpha.height - own.top) * levels)
    return shift * widths[clamp(row, 0, front.height - 1)]
  })
  return thinColumns(rows, (Math.sin(tilt) / 2) * Math.max(...widths))
}

const isCovered = (value: number) => value > 0.5

function rowWidths({ width, height, data }: Plane): number[] {
  return Array.from({ length: height }, (_, y) => {
    const row = data.subarray(y * width, (y + 1) * width)
    return (row.findLastIndex(isCovered) + 1 - Math.max(0, row.findIndex(isCovered))) / width
  })
}

type Tilted = { readonly width: number; readonly tilt: number; readonly nearer: 1 | -1 }

/**
 * Returns the highest and the lowest position that a tilted side camera sees, relative to the
 * middle of the front and in heights of the front.
 */
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
  const half = Math.cos(tilt) / front.height / 2
  return [top + half, bottom - half]
}

type Region = { left: number; right: number; top: number; bottom: number }

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

const cellsLong = 64
export const depthMost = 2.5
const cellsLeast = 6

export function sampleOutlines(front: ObjectView, side: SideView) {
  const box = getObjectBox(front.cutout)
  const long = Math.max(box.width, box.height)
  const cells = (fraction: number) => Math.max(cellsLeast, Math.round(fraction * cellsLong))
  const height = cells(box.height / long)
  const depth = Math.min(depthMost, (side.depth * box.height) / long)
  return {
    front: createOutline(front, cells(box.width / long), height),
    side: side.outline(cells(depth), height),
    cellsLong,
  }
}

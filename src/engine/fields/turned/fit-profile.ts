import { blur, blurInPlace } from '../../raster/blur.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import type { SideProfile } from '../../views/side-profile.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import type { Bounds } from '../statistics.ts'

/** How much a row may become deeper or shallower than the rules would have it. */
const factorBounds = [0.15, 6] as const
/** Smoothing along the height, as a share of it: of noise, and of what is not the whole body's depth. */
const smoothing = 0.012
const wholeFraction = 0.07
/** How deep a plate is at most, as a share of its shorter side. */
const plateMax = 0.35
/** How much what stands out at one height is drawn to its highest place. */
const tipSharpness = 6
/**
 * Something looks the same from its side if that many rows are as deep as they are wide, but for this
 * share of the width; fins stand out of it where the rest is not deeper than so much of the width, and
 * the one towards the viewer is at most so wide.
 */
const sameRowsMin = 0.9
const sameMax = 0.2
const thinMax = 0.9
const finMax = 0.15
/** What cameras beside square add to the depth of something turned, or take from it. */
const asideMost = 0.03

/** Whether the sides show more than a plate. */
export function isDeep({ front, back }: SideProfile, { width, height }: Bounds): boolean {
  const deepest = front.reduce((most, value, row) => Math.max(most, value + back[row]), 0)
  return deepest * height > plateMax * Math.min(width, height)
}

type ProfileFit = {
  readonly grid: GeometryGrid
  /** Of the object, in nodes. */
  readonly bounds: Bounds
  /** What pictures of the sides show. */
  readonly profile: SideProfile
  /** Factor on the depth. */
  readonly thickness: number
  /** It is as deep as it is wide at each height, as far as the sides tell. */
  readonly isTurned?: boolean
}

/**
 * Makes each row of the shape as deep as the profile says, times `thickness`. What the profile shows
 * over a good part of the height makes the whole row deeper; what it shows at one height only, as a nose,
 * raises what stands out most there, and so do fins, of which the front shows the like to the left and right.
 * The silhouette follows the profile's middle, as far as that leans.
 */
export function fitProfile(
  heights: Heights,
  { grid: { width, height, inside }, bounds, profile, thickness, isTurned = false }: ProfileFit,
): Heights {
  const rowCount = profile.front.length
  const rows = Int32Array.from({ length: height }, (_, y) => {
    const at = Math.floor(((y - bounds.top + 0.5) / bounds.height) * rowCount)
    return Math.min(rowCount - 1, Math.max(0, at))
  })
  const middle = createPlane(1, height)
  for (let y = 0; y < height; y++) {
    middle.data[y] = ((profile.front[rows[y]] - profile.back[rows[y]]) / 2) * bounds.height
  }
  blurInPlace(middle, wholeFraction * bounds.height)

  const wide = halfWidths(inside, width, bounds)
  const axis = (bounds.left + bounds.right) / 2
  const hasMiddle = Uint8Array.from(
    { length: height },
    (_, y) => inside[y * width + Math.round(axis)],
  )

  const fit = (side: 'front' | 'back'): Plane => {
    const sign = side === 'front' ? 1 : -1
    const have = rowMaxima(heights[side], inside)
    const wanted = createPlane(1, height)
    // Nothing beyond the ends, as there is nothing of the shape: both are smoothed alike.
    for (let y = bounds.top; y <= bounds.bottom; y++) {
      const reach = profile[side][rows[y]] * bounds.height - sign * middle.data[y]
      wanted.data[y] = Math.max(0, reach) * thickness
    }
    const least = isTurned ? asideMost : 0
    const [exact, whole] = [smoothing, wholeFraction].map((share) =>
      ratioOf(wanted, have, share * bounds.height).map((ratio) => beyond(ratio, least)),
    )
    const finned = findFinned(
      { wanted, have, wide: wide.map((each) => each * thickness), hasMiddle },
      smoothing * bounds.height,
    )
    const fitted = createPlane(width, height)
    for (let y = 0; y < height; y++) {
      const full = Math.min(exact[y], whole[y])
      const factor = full + (Math.min(1, full) - full) * finned[y]
      const extra = (exact[y] - factor) * have.data[y]
      for (let i = y * width; i < (y + 1) * width; i++) {
        if (!inside[i]) continue
        const level = heights[side].data[i]
        // Of fins only the one towards the viewer is deep.
        const aside = Math.abs((i % width) - axis) > finMax * wide[y] ? finned[y] : 0
        const fraction = Math.max(0, level / Math.max(1e-3, have.data[y])) * (1 - aside)
        fitted.data[i] = level * factor + extra * fraction ** tipSharpness + sign * middle.data[y]
      }
    }
    return fitted
  }
  return { front: fit('front'), back: fit('back') }
}

/** How far each row reaches from the middle column, in cells. */
function halfWidths(inside: Uint8Array, width: number, { left, right }: Bounds): Float32Array {
  const middle = (left + right) / 2
  const wide = new Float32Array(inside.length / width)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const y = Math.floor(i / width)
    wide[y] = Math.max(wide[y], Math.abs((i % width) - middle))
  }
  return wide
}

/**
 * Rows of something that looks the same from its side as from its front, out of which something thin
 * stands to all sides, 0 to 1.
 */
function findFinned(
  {
    wanted,
    have,
    wide,
    hasMiddle,
  }: { wanted: Plane; have: Plane; wide: Float32Array; hasMiddle: Uint8Array },
  sigma: number,
): Float32Array {
  const finned = createPlane(1, wide.length)
  let [rows, same] = [0, 0]
  for (let y = 0; y < wide.length; y++) {
    if (wide[y] === 0) continue
    rows++
    if (Math.abs(wanted.data[y] - wide[y]) > sameMax * wide[y]) continue
    same++
    if (have.data[y] < thinMax * wide[y]) finned.data[y] = hasMiddle[y]
  }
  if (same < sameRowsMin * rows) finned.data.fill(0)
  return blur(finned, sigma).data
}

/** A factor without the part of it that is no more than `least` off 1. */
const beyond = (ratio: number, least: number) =>
  ratio > 1 ? Math.max(1, ratio - least) : Math.min(1, ratio + least)

function rowMaxima({ width, height, data }: Plane, inside: Uint8Array): Plane {
  const most = createPlane(1, height)
  for (let i = 0; i < data.length; i++) {
    if (!inside[i]) continue
    const y = Math.floor(i / width)
    most.data[y] = Math.max(most.data[y], data[i])
  }
  return most
}

/** Smoothed before the division, as both come to nothing at the ends. */
function ratioOf(wanted: Plane, have: Plane, sigma: number): Float32Array {
  const [above, below] = [blur(wanted, sigma).data, blur(have, sigma).data]
  const [least, most] = factorBounds
  return above.map((value, y) => Math.min(most, Math.max(least, value / Math.max(1e-3, below[y]))))
}

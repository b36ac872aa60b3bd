import { blur, blurInPlace } from '../../raster/blur.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import type { SideProfile } from '../../views/side-profile.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { Heights } from '../heights.ts'
import type { GridBounds } from '../statistics.ts'

const factorBounds = [0.15, 6] as const
const smoothing = 0.012
/**
 * Blur (sigma) that removes protrusions such as noses from the depth profile, as a fraction of the
 * height.
 */
const wholeFraction = 0.07
/** Largest depth of a plate, as a fraction of its shorter side. */
const plateMax = 0.35
/** Exponent that limits a protrusion, such as a nose, to the highest point of its row. */
const tipSharpness = 6
/*
 * Objects with fins, such as rockets, look the same from the side and from the front. The front
 * picture shows two fins at the sides. A third fin points to the viewer.
 */

/** Minimum fraction of an object's rows that are about as deep as wide, for objects with fins. */
const sameRowsMin = 0.9
/**
 * Largest difference between the depth and the width of a row that is about as deep as wide, as a
 * fraction of the width.
 */
const sameMax = 0.2
/** A row has fins if its rule-based depth is less than this fraction of its width. */
const thinMax = 0.9
/**
 * Half the thickness of the fin that points towards the viewer, as a fraction of half the row's
 * width.
 */
const finMax = 0.15
const asideMost = 0.03

export function isDeep({ front, back }: SideProfile, { width, height }: GridBounds): boolean {
  const deepest = front.reduce((most, value, row) => Math.max(most, value + back[row]), 0)
  return deepest * height > plateMax * Math.min(width, height)
}

type ProfileFit = {
  readonly grid: GeometryGrid
  readonly bounds: GridBounds
  readonly profile: SideProfile
  readonly thickness: number
  readonly isTurned?: boolean
}

/**
 * Makes each row of the shape as deep as the profile, times `thickness`. Where the profile is deep
 * at one height only, as at a nose, only the highest point of the row is raised.
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
    // Rows outside the object stay 0 in both planes, so that blurring changes both planes equally.
    for (let y = bounds.top; y <= bounds.bottom; y++) {
      const reach = profile[side][rows[y]] * bounds.height - sign * middle.data[y]
      wanted.data[y] = Math.max(0, reach) * thickness
    }
    const least = isTurned ? asideMost : 0
    const [exact, whole] = [smoothing, wholeFraction].map((fraction) =>
      computeRatio(wanted, have, fraction * bounds.height).map((ratio) => beyond(ratio, least)),
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
        const aside = Math.abs((i % width) - axis) > finMax * wide[y] ? finned[y] : 0
        const fraction = Math.max(0, level / Math.max(1e-3, have.data[y])) * (1 - aside)
        fitted.data[i] = level * factor + extra * fraction ** tipSharpness + sign * middle.data[y]
      }
    }
    return fitted
  }
  return { front: fit('front'), back: fit('back') }
}

function halfWidths(inside: Uint8Array, width: number, { left, right }: GridBounds): Float32Array {
  const middle = (left + right) / 2
  const wide = new Float32Array(inside.length / width)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const y = Math.floor(i / width)
    wide[y] = Math.max(wide[y], Math.abs((i % width) - middle))
  }
  return wide
}

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

/** Blur both planes before the division, because both approach zero at the ends. */
function computeRatio(wanted: Plane, have: Plane, sigma: number): Float32Array {
  const [above, below] = [blur(wanted, sigma).data, blur(have, sigma).data]
  const [least, most] = factorBounds
  return above.map((value, y) => Math.min(most, Math.max(least, value / Math.max(1e-3, below[y]))))
}

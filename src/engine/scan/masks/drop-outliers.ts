import { findMedian } from '../cameras/calibrate.ts'
import { getCentre } from '../cameras/lens.ts'
import type { ScanView } from '../scan-view.ts'

/**
 * A photo is dropped if its mask's overlap (0 to 1) with the outline of the shape made from all
 * photos is this much below the median of the photos from a similar elevation.
 */
const dropBelow = 0.06
/** Fraction of the photos, those from the most similar elevation, and their minimum number. */
const peers = { fraction: 1 / 3, min: 7 }

/**
 * Drops photos whose mask differs from the outline of the shape made from all photos, for example
 * because a person walked through the picture. A shape that still bulges over a flat top differs
 * from all masks of a low ring, so a photo is only compared with photos from a similar elevation.
 * @returns the median overlap of masks and outlines, 0 to 1.
 */
export function dropOutliers(views: readonly ScanView[]): number {
  const overlaps = views.map(measureOverlap)
  const elevations = views.map(({ pose }) => {
    const [x, y, z] = getCentre(pose)
    return Math.atan2(z, Math.hypot(x, y))
  })
  const count = Math.max(peers.min, Math.round(peers.fraction * views.length))
  for (const [i, view] of views.entries()) {
    const distances = elevations.map((elevation) => Math.abs(elevation - elevations[i]))
    const nearest = [...views.keys()].toSorted((a, b) => distances[a] - distances[b])
    const median = findMedian(nearest.slice(0, count).map((k) => overlaps[k]))
    view.isDropped = overlaps[i] < median - dropBelow
  }
  return findMedian(overlaps)
}

function measureOverlap({ mask, outline }: ScanView): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < mask.length; i++) {
    const isObject = mask[i] > 127
    if (isObject && outline[i]) both++
    if (isObject || outline[i]) either++
  }
  return both / Math.max(1, either)
}

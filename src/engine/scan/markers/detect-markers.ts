import type { GreyImage } from '../grey-image.ts'
import { findCorners, type Point } from './find-edges.ts'
import { findQuads } from './find-quads.ts'
import { readMarker, type ReadMarker } from './read-marker.ts'

/**
 * Finds the markers of all mats in a photo, with inexact corners: in blurred or bright photos,
 * white areas are 1 to 3 px too wide.
 */
export function detectMarkers(image: GreyImage): ReadMarker[] {
  const found = new Map<number, ReadMarker>()
  for (const quad of findQuads(image)) {
    const marker = readMarker(image, improve(image, quad))
    if (!marker) continue
    const other = found.get(marker.id)
    if (!other || other.correlation < marker.correlation) found.set(marker.id, marker)
  }
  return [...found.values()]
}

function improve(image: GreyImage, quad: readonly Point[]): readonly Point[] {
  const sides = quad.map(([x, y], k) => {
    const [toX, toY] = quad[(k + 1) & 3]
    return Math.hypot(toX - x, toY - y)
  })
  const corners = findCorners(image, quad, Math.max(1.5, Math.min(5, Math.min(...sides) * 0.12)))
  return quad.map((corner, k) => corners?.[k] ?? corner)
}

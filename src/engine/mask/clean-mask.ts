import { EngineError } from '../errors.ts'
import { findComponents, touchesEdge } from '../raster/components.ts'
import { copyPlane, type Plane } from '../raster/plane.ts'
import { keepFaintLines } from './faint-lines.ts'
import type { Foreground } from './find-foreground.ts'

/** Number of triangles that a closed surface needs for each hole through the object. */
const facesPerHole = 16

/**
 * Holes smaller than this fraction of the object are filled. The values depend on the mask's
 * source, because a file's own alpha is intentional.
 */
const pinholeFractions = { alpha: 0.0004, backdrop: 0.0008, network: 0.004 } as const

/**
 * Parts smaller than `usual`, a fraction of the largest part, are removed. Up to `meantMost` such
 * parts of a cut-out are intentional and kept down to the fraction `meant`. Parts below `pixels`
 * are always removed.
 */
const crumbs = { usual: 0.012, meant: 0.0006, meantMost: 16, pixels: 12 } as const

/**
 * Removes small separate parts and fills small holes, because holes narrower than a triangle break
 * simplification.
 * @returns coverage, above 0.5 exactly for the object.
 * @throws {EngineError} `no_foreground` if nothing large enough remains.
 */
export function cleanMask(foreground: Foreground, faceLimit: number): Plane {
  const alpha = copyPlane(foreground.alpha)
  if (foreground.source === 'alpha') keepFaintLines(alpha)
  const { width, height, data } = alpha
  const inside = new Uint8Array(data.length)
  for (let i = 0; i < inside.length; i++) inside[i] = data[i] > 0.5 ? 1 : 0

  const parts = findComponents(inside, { width, height }, { diagonals: true })
  let largest = 0
  for (const area of parts.areas) largest = Math.max(largest, area)
  const small = parts.areas.filter((size) => isSmall(size, largest)).length
  const isMeant = foreground.source === 'alpha' && small <= crumbs.meantMost
  const crumb = Math.max(crumbs.pixels, largest * (isMeant ? crumbs.meant : crumbs.usual))
  const isCrumb = Uint8Array.from(parts.areas, (size) => (size < crumb ? 1 : 0))
  const hasCrumbs = isCrumb.includes(1)
  let area = 0
  for (const [part, size] of parts.areas.entries()) if (!isCrumb[part]) area += size
  if (hasCrumbs) {
    for (let i = 0; i < inside.length; i++) if (inside[i] && isCrumb[parts.labels[i]]) inside[i] = 0
  }
  if (area < 16) {
    throw new EngineError('no_foreground', 'No object could be found in the picture.')
  }

  const outside = new Uint8Array(inside.length)
  for (let i = 0; i < inside.length; i++) outside[i] = 1 - inside[i]
  const holes = findComponents(outside, { width, height })
  const isOpen = touchesEdge(holes, width, height)
  const pinhole = area * Math.max(pinholeFractions[foreground.source], 1.5 / faceLimit)
  // Select holes by count instead of size, because the holes of a grid all have the same size.
  const kept = new Set(
    Array.from(holes.areas, (size, hole) => ({ size, hole }))
      .filter(({ size, hole }) => !isOpen[hole] && size >= pinhole)
      .toSorted((a, b) => b.size - a.size || a.hole - b.hole)
      .slice(0, Math.floor(faceLimit / facesPerHole))
      .map(({ hole }) => hole),
  )
  const isFilled = Uint8Array.from(holes.areas, (_, hole) =>
    isOpen[hole] || kept.has(hole) ? 0 : 1,
  )
  if (!hasCrumbs && !isFilled.includes(1)) return alpha
  for (let i = 0; i < inside.length; i++) {
    if (inside[i]) continue
    if (isFilled[holes.labels[i]]) data[i] = 1
    else if (data[i] > 0.5) data[i] = 0
  }
  return alpha
}

const isSmall = (size: number, largest: number): boolean =>
  size >= Math.max(crumbs.pixels, largest * crumbs.meant) && size < largest * crumbs.usual

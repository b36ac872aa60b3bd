import { findComponents } from '../../raster/components.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { GridBounds } from '../statistics.ts'
import { borderKey } from './borders.ts'
import type { ColourParts } from './colour-parts.ts'
import { findFrontPart } from './corner.ts'
import { isLeg, legFrom, type Leg } from './legs.ts'
import { findCorners } from './overlaps.ts'

/**
 * Minimum difference in lightness (L*) between a part and the part above that casts shade on it.
 */
const shadeMin = 4
/** Largest area of a leg as a fraction of the object. */
const fractionMax = 0.1
/**
 * Largest contact of a leg with the shading part below it, as a fraction of the contact with the
 * shading part above it.
 */
const belowMax = 0.25

type ShadeClues = {
  readonly parts: ColourParts
  readonly bounds: GridBounds
  readonly area: number
}

/**
 * Finds legs below an edge. These legs are darker than the part above, and their outlines end at
 * the edge in a T junction.
 */
export function findShadedLegs(grid: GeometryGrid, { parts, bounds, area }: ShadeClues): Leg[] {
  return findShaded(grid, parts, fractionMax * area)
    .filter((part) => comesFromAbove(parts, part, grid.width))
    .map((part) => addAttachedParts(grid, parts, part))
    .filter((leg) => isLeg(leg, bounds))
}

function findShaded(grid: GeometryGrid, parts: ColourParts, areaMost: number): number[] {
  const { areas, labels } = parts
  const behind = new Int32Array(areas.length)
  const against = new Int32Array(areas.length)
  const corners = new Int32Array(areas.length)
  for (const [key, places] of findCorners(grid, parts)) {
    const [one, other] = [Math.floor(key / areas.length), key % areas.length]
    const isOneDark = isShadedBy(parts, one, other)
    if (!isOneDark && !isShadedBy(parts, other, one)) continue
    const dark = isOneDark ? one : other
    for (const place of places) {
      const told = findFrontPart(grid, labels, place)
      corners[dark]++
      if (told === 'none') against[dark]++
      else if (told) (place[told] === dark ? against : behind)[dark]++
    }
  }
  return [...areas.keys()].filter(
    (part) =>
      areas[part] > 0 &&
      areas[part] < areaMost &&
      corners[part] + behind[part] >= 2 &&
      against[part] <= behind[part],
  )
}

function isShadedBy({ areas, borders }: ColourParts, part: number, other: number): boolean {
  const lightness = borders.get(borderKey(part, other, areas.length))?.lightness ?? 0
  return (part < other ? lightness : -lightness) > shadeMin
}

/**
 * Tests whether the part that casts shade is above and not also below. A stripe across a body has
 * it on both sides.
 */
function comesFromAbove(parts: ColourParts, part: number, width: number): boolean {
  const { labels } = parts
  const isShade = (n: number) =>
    labels[n] >= 0 && labels[n] !== part && isShadedBy(parts, part, labels[n])
  let [above, below] = [0, 0]
  for (let i = width; i < labels.length - width; i++) {
    if (labels[i] !== part) continue
    if (isShade(i - width)) above++
    if (isShade(i + width)) below++
  }
  return below < belowMax * above
}

/** Returns a leg of the part and all smaller parts that are attached only to it, such as a hoof. */
function addAttachedParts(
  { width, height }: GeometryGrid,
  { labels, areas }: ColourParts,
  part: number,
): Leg {
  const others = Uint8Array.from(labels, (label) => (label >= 0 && label !== part ? 1 : 0))
  const rest = findComponents(others, { width, height })
  const isJoined = new Uint8Array(rest.areas.length)
  for (let i = width; i < labels.length - width; i++) {
    const name = rest.labels[i]
    if (name < 0 || rest.areas[name] >= areas[part]) continue
    if ([i - 1, i + 1, i - width, i + width].some((n) => labels[n] === part)) isJoined[name] = 1
  }
  const nodes: number[] = []
  for (let i = 0; i < labels.length; i++) {
    const name = rest.labels[i]
    if (labels[i] === part || (name >= 0 && isJoined[name])) nodes.push(i)
  }
  return legFrom(nodes, width)
}

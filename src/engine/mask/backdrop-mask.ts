import { clamp } from '#lib/clamp.ts'
import { blur } from '../raster/blur.ts'
import { findComponents, touchesEdge, type Components } from '../raster/components.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { resample } from '../raster/resample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { findPaintedIslands } from './painted-islands.ts'
import {
  computeDistances,
  markSimilar,
  computeBackdropReach,
  withoutBackdrop,
  type Backdrop,
} from './backdrop.ts'

/*
 * Islands are areas inside the object that have the backdrop's colour. An island can be a hole, a
 * part of the object behind glass, or painted on the object.
 */

/**
 * Minimum area of a hole, as a fraction of the picture. Smaller areas in the backdrop's colour
 * belong to the object.
 */
const islandFraction = 0.004
/** Minimum area of a hole between thin parts such as spokes, as a fraction of the picture. */
const gapFraction = 0.000_06
const gapPixelsMin = 12
/**
 * Largest difference (ΔE) between a hole's mean colour and the backdrop. Areas with a larger
 * difference are tinted glass. Opaque sides reflect light into a hole, so `amongWalls` is higher.
 */
const clearMax = { amongWalls: 3, withinOutline: 2 } as const
/**
 * Weight of lightness in the colour difference of a hole. Below 1, because a hole may be in shade.
 */
const shadeWeight = 0.5
/**
 * Minimum colour difference of the object's opaque sides from the backdrop, as a multiple of the
 * backdrop's tolerance.
 */
const wallReaches = 2.5
/**
 * Minimum fraction of a gap's surroundings that shows the backdrop if the gap is between thin
 * parts.
 */
const airMin = 0.3
/** Half the width in pixels of the band along the outline whose pixels are partly covered. */
const edge = 3
/**
 * Range of an outline's contrast (ΔE) over which its smoothing fades out. Clear outlines need no
 * smoothing.
 */
const faintContrast = { min: 10, max: 24 } as const
const faintBlur = 1.2
const breachMax = 6

/** Returns 0 for the backdrop and large holes, 1 elsewhere, at the resolution of `lab`. */
export function backdropPrior(lab: ThreePlanes, backdrop: Backdrop): Plane {
  const { width, height } = lab[0]
  const rest = withoutBackdrop(lab, backdrop)
  const distances = computeDistances(rest)
  const islands = findIslands(rest, distances, computeBackdropReach(distances, backdrop))
  const isClear = Uint8Array.from(
    islands.areas,
    (_, label) => +(islands.isOpen[label] === 1 || isLarge(islands, label)),
  )
  const prior = createPlane(width, height)
  for (let i = 0; i < prior.data.length; i++) {
    const label = islands.labels[i]
    prior.data[i] = label >= 0 && isClear[label] ? 0 : 1
  }
  return prior
}

/**
 * Returns the coverage at the resolution of `lab`. At the outline, the coverage is the position of
 * the pixel's colour between the backdrop's colour and the object's colour.
 * @param prior at a lower resolution, which marks areas that the backdrop cannot flood.
 */
export function backdropAlpha(lab: ThreePlanes, prior: Plane, backdrop: Backdrop): Plane {
  const { width, height } = lab[0]
  const rest = withoutBackdrop(lab, backdrop)
  const distances = computeDistances(rest)
  const reach = computeBackdropReach(distances, backdrop)
  const islands = findIslands(rest, distances, reach)
  const clear = findClear(islands, resample(prior, width, height))
  const around = maxFilter(clear, edge).data
  const contrast = maxFilter(distances, edge).data
  const alpha = createPlane(width, height)
  for (let i = 0; i < alpha.data.length; i++) {
    if (around[i] === 0) {
      alpha.data[i] = 1
      continue
    }
    const least = reach * 0.75
    const whole = Math.max(contrast[i], reach * 1.5)
    alpha.data[i] = clamp((distances.data[i] - least) / (whole - least), 0, 1)
  }
  // Smooth faint outlines, which the picture's noise would make ragged.
  const smooth = blur(alpha, faintBlur).data
  for (let i = 0; i < smooth.length; i++) {
    if (around[i] === 0) continue
    const faintness = smoothstep(faintContrast.max, faintContrast.min, contrast[i])
    alpha.data[i] += (smooth[i] - alpha.data[i]) * faintness
  }
  return alpha
}

function findClear(islands: Islands, prior: Plane): Plane {
  const { width, height } = prior
  const { labels, areas, isOpen } = islands
  const clear = createPlane(width, height)
  const breach = new Uint8Array(labels.length)
  let breached = 0
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0 || !isOpen[labels[i]]) continue
    clear.data[i] = 1
    if (prior.data[i] > 0.5) {
      breach[i] = 1
      breached++
    }
  }
  if (breached > 0) closeBreaches(clear, breach)
  const boxes = getBoxes(islands, width)
  const gapMin = Math.max(gapPixelsMin, gapFraction * labels.length)
  const isGap = Uint8Array.from(areas, (area, label) => {
    if (isOpen[label] || islands.isPainted[label]) return 0
    if (isLarge(islands, label)) return 1
    if (area < gapMin || islands.offsets[label] > clearMax.withinOutline) return 0
    return +isAmongThinParts(islands, { label, boxes, width })
  })
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] >= 0 && isGap[labels[i]]) clear.data[i] = 1
  }
  return clear
}

function closeBreaches(clear: Plane, breach: Uint8Array): void {
  const { width, height } = clear
  const outside = createPlane(width, height)
  for (let i = 0; i < breach.length; i++) outside.data[i] = 1 - breach[i]
  const near = maxFilter(outside, breachMax).data
  const parts = findComponents(breach, { width, height })
  const isWide = new Uint8Array(parts.areas.length)
  for (let i = 0; i < breach.length; i++)
    if (breach[i] && near[i] === 0) isWide[parts.labels[i]] = 1
  for (let i = 0; i < breach.length; i++)
    if (breach[i] && isWide[parts.labels[i]]) clear.data[i] = 0
}

type Islands = Components & {
  readonly isOpen: Uint8Array
  readonly isPainted: Uint8Array
  readonly offsets: Float64Array
  readonly wallArea: number
}

function findIslands(rest: ThreePlanes, distances: Plane, reach: number): Islands {
  const { width, height } = distances
  const parts = findComponents(markSimilar(distances, reach), { width, height })
  const isOpen = touchesEdge(parts, width, height)
  const [lightness, a, b] = rest.map(({ data }) => computeMeans(parts, data))
  const offsets = lightness.map((light, label) =>
    Math.hypot(shadeWeight * light, a[label], b[label]),
  )
  let wallArea = 0
  for (const distance of distances.data) if (distance > wallReaches * reach) wallArea++
  const isPainted = findPaintedIslands(parts, isOpen, width)
  return { ...parts, isOpen, isPainted, offsets, wallArea }
}

function computeMeans({ labels, areas }: Components, data: Float32Array): Float64Array {
  const means = new Float64Array(areas.length)
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) means[labels[i]] += data[i]
  for (let label = 0; label < means.length; label++) means[label] /= areas[label]
  return means
}

function isLarge({ areas, offsets, labels, wallArea, isPainted }: Islands, label: number): boolean {
  if (isPainted[label]) return false
  const most = areas[label] < wallArea ? clearMax.amongWalls : clearMax.withinOutline
  return areas[label] > labels.length * islandFraction && offsets[label] < most
}

type Gap = {
  readonly label: number
  /** Left, top, right and bottom of each enclosed area, in pixels. */
  readonly boxes: Int32Array
  readonly width: number
}

/**
 * Returns whether much of a gap's surroundings shows the backdrop too. The surroundings of a pale
 * eye, for example, do not.
 */
function isAmongThinParts({ labels, areas }: Islands, { label, boxes, width }: Gap): boolean {
  const height = labels.length / width
  const margin = clamp(Math.round(0.4 * Math.sqrt(areas[label])), 2, 16)
  const [left, top, right, bottom] = boxes.subarray(label * 4, label * 4 + 4)
  let [air, room] = [0, 0]
  for (let y = Math.max(0, top - margin); y <= Math.min(height - 1, bottom + margin); y++) {
    for (let x = Math.max(0, left - margin); x <= Math.min(width - 1, right + margin); x++) {
      const other = labels[y * width + x]
      if (other === label) continue
      room++
      if (other >= 0) air++
    }
  }
  return air > airMin * room
}

function getBoxes({ labels, areas }: Components, width: number): Int32Array {
  const boxes = new Int32Array(areas.length * 4)
  for (let k = 0; k < boxes.length; k += 4) boxes.set([width, labels.length, 0, 0], k)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue
    const k = labels[i] * 4
    const x = i % width
    const y = (i - x) / width
    if (x < boxes[k]) boxes[k] = x
    if (y < boxes[k + 1]) boxes[k + 1] = y
    if (x > boxes[k + 2]) boxes[k + 2] = x
    if (y > boxes[k + 3]) boxes[k + 3] = y
  }
  return boxes
}

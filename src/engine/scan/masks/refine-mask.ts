import { boxBlurInPlace } from '../../raster/blur.ts'
import { createPlane } from '../../raster/plane.ts'
import { boundOutline, cropPixels, type ScanView } from '../scan-view.ts'
import { measureDistance } from './chamfer-distance.ts'
import { binCount, blurBins, findBins, sumSimilarBins } from './colour-bins.ts'
import { guideMask, guideStep } from './guided-mask.ts'
import { compareWithTable, type TableMap } from './map-table.ts'

export type MaskPass = {
  /** Distance from the shape's outline, in px, that changes the log odds by 1. */
  readonly outlinePx: number
  /** Upper bound of the log odds for pixels inside the outline. */
  readonly insideMax: number
  /** Distance of the object's expected outline from the shape's outline, inwards in px. */
  readonly shrinkPx: number
  /** Allows parts of the object to look like the mat. */
  readonly mayLookAlike: boolean
}

export const maskPasses: readonly MaskPass[] = [
  { outlinePx: 4, insideMax: 1.2, shrinkPx: 0, mayLookAlike: false },
  { outlinePx: 6, insideMax: 2, shrinkPx: 1, mayLookAlike: true },
]

const weights = { onPage: 0.8, besidePage: 1.3, mat: 1.2 }
/** Distance outside the outline, in px, beyond which no pixel can show the object. */
const emptyPx = 26
/**
 * Difference up to which a colour looks like the mat's, as a fraction of the paper's white: the
 * difference up to which `compareWithMat` recognises the mat, with some blur of the print.
 */
const alikeMax = 0.16
/** Side in px of the squares in which the object's colours are counted separately. */
const partSide = 24
/** Fraction of the colours near a pixel in the colours that are expected there. */
const nearFraction = 0.7
/** Number of pixels from which the colours near a pixel count more than those everywhere. */
const fewPixels = 50
/** Distance in px over which the photo's edges change a mask. */
const guideReach = 10
/** Range of distances to the outline, in px, where background colours are counted. */
const around = { from: 4, to: 90 }
/** Distance from the outline, in px, up to which a photo is needed to compute its mask. */
export const maskMargin = around.to
const tiles = 3
/** Fraction of the background that is the table where the table's colour is known. */
const tableFraction = 0.75
/** Largest fraction of a blurred histogram that a single colour has in a bin. */
const binPeak = 0.125
/** Radius in px in which pixels on the table are judged together. */
const tableReach = 2
/** Factor of the log odds on the table, because neighbouring pixels confirm them. */
const tableGain = 2

/** Minimum distance to the outline, in px, of pixels whose colour is the object's. */
const certainPx = 4
/** The same on the centre line of parts that are thinner. */
const thinPx = 1.5

/** Counts the colours of pixels that certainly show the object, over all photos. */
export function countObjectColours(views: readonly ScanView[], isFirst: boolean): Float32Array {
  const counts = new Float32Array(binCount)
  let total = 0
  for (const view of views) {
    const inside = measureDistance(view.outline, 0, view)
    const bins = findBins(view)
    for (let i = 0; i < bins.length; i++) {
      const isCertain = isFirst
        ? view.onPage[i] === 1 && view.matChance[i] > 178 && inside[i] > 3
        : isObject(view, inside, i)
      if (!isCertain) continue
      counts[bins[i]]++
      total++
    }
  }
  return blurBins(counts).map((count) => count / Math.max(1, total) + 1e-5)
}

/**
 * Returns whether a pixel of the mask is far inside the outline, or on the centre line of a thin
 * part.
 */
function isObject({ mask, width }: ScanView, inside: Float32Array, i: number): boolean {
  if (mask[i] <= 153) return false
  const own = inside[i]
  if (own > certainPx) return true
  const isAcross = own >= inside[i - 1] && own >= inside[i + 1]
  const isDown = own >= inside[i - width] && own >= inside[i + width]
  return own > thinPx && (isAcross || isDown)
}

/**
 * Computes a photo's mask from the colours of object, table and surroundings, the comparison with
 * the mat, and the outline of the common shape. The mask's edges follow the edges of the photo.
 */
export function refineMask(
  view: ScanView,
  { objectColours, table }: { readonly objectColours: Float32Array; readonly table: TableMap },
  { outlinePx, insideMax, shrinkPx, mayLookAlike }: MaskPass,
): Uint8Array {
  const { width, height, outline, matChance, onPage } = view
  const count = width * height
  const inside = measureDistance(outline, 0, view)
  const outside = measureDistance(outline, 1, view)
  const bins = findBins(view)
  const colourOdds = compareColours(view, bins, { outside, objectColours })
  const matOdds = Float32Array.from({ length: 256 }, (_, value) => {
    const chance = Math.max(0.02, Math.min(0.98, value / 255))
    return weights.mat * Math.log(chance / (1 - chance))
  })
  const odds = new Float32Array(count)
  for (let y = 0, i = 0; y < height; y++) {
    const tileRow = Math.floor((y * tiles) / height) * tiles
    for (let x = 0; x < width; x++, i++) {
      odds[i] = colourOdds[tileRow + Math.floor((x * tiles) / width)][bins[i]]
    }
  }
  const differences = compareWithTable(table, view, outside)
  judgeTable(view, odds, { objectColours, bins, differences })
  const mask = new Uint8Array(count)
  const box = boundOutline(view, emptyPx + guideReach, guideStep)
  if (!box) return mask
  const start = (box.top - view.top) * width + box.left - view.left
  const alikeOdds = mayLookAlike ? measureAlike(view, bins, { inside, objectColours }) : undefined
  const chance = new Float32Array(box.width * box.height)
  for (let y = 0, k = 0; y < box.height; y++) {
    for (let i = start + y * width; k < (y + 1) * box.width; i++, k++) {
      const signed = (outline[i] ? inside[i] - 0.5 : 0.5 - outside[i]) - shrinkPx
      let sum = (onPage[i] ? weights.onPage : weights.besidePage) * odds[i]
      sum += matOdds[matChance[i]] * onPage[i]
      // The mat always looks like the mat, and the object with the probability of similar colours.
      if (alikeOdds && sum < 0 && onPage[i] && outline[i]) sum = Math.max(sum, alikeOdds(i))
      sum += Math.max(-4, Math.min(insideMax, signed / outlinePx))
      if (signed < -emptyPx) sum = Math.min(sum, -3)
      chance[k] = 1 / (1 + Math.exp(-sum))
    }
  }
  const guide = { ...box, rgb: cropPixels(view.rgb, view, box) }
  const guided = guideMask(chance, guide, { radius: 4, epsilon: 4e-4 })
  for (let y = 0, k = 0; y < box.height; y++) {
    for (let i = start + y * width; k < (y + 1) * box.width; i++, k++) {
      mask[i] = Math.max(0, Math.min(255, Math.round(255 * ((guided[k] - 0.5) * 2.5 + 0.5))))
    }
  }
  return mask
}

/**
 * Returns a function that gives the log of the probability that the object's colour at a pixel is
 * similar to the pixel's colour. Parts of the object have their own colours, so the object's
 * colours near the pixel count more than the others. Only pixels that differ from the
 * mat count there, because others may show the mat or the table.
 */
function measureAlike(
  view: ScanView,
  bins: Uint16Array,
  {
    inside,
    objectColours,
  }: { readonly inside: Float32Array; readonly objectColours: Float32Array },
): (i: number) => number {
  const { width, height } = view
  const columns = Math.ceil(width / partSide)
  const findPart = (i: number) =>
    Math.floor(Math.floor(i / width) / partSide) * columns + Math.floor((i % width) / partSide)
  const counts = new Map<number, Float32Array>()
  for (let i = 0; i < width * height; i++) {
    if (!isObject(view, inside, i) || view.matChance[i] <= 128) continue
    const part = findPart(i)
    const own = counts.get(part) ?? new Float32Array(binCount)
    own[bins[i]]++
    counts.set(part, own)
  }
  const everywhere = sumSimilarBins(objectColours, alikeMax)
  const shares = new Map<number, Float32Array>()
  const measureShares = (part: number): Float32Array => {
    const own = counts.get(part)
    if (!own) return everywhere
    const total = own.reduce((sum, value) => sum + value, fewPixels)
    const near = sumSimilarBins(own, alikeMax)
    return near.map((value, bin) => {
      const share = (value + fewPixels * everywhere[bin]) / total
      return nearFraction * share + (1 - nearFraction) * everywhere[bin]
    })
  }
  return (i) => {
    const part = findPart(i)
    const known = shares.get(part) ?? measureShares(part)
    shares.set(part, known)
    return Math.log(Math.min(1, known[bins[i]]))
  }
}

type TableEvidence = {
  readonly objectColours: Float32Array
  readonly bins: Uint16Array
  readonly differences: Float32Array
}

/**
 * Replaces the log odds of pixels behind which the table's colour is known. Neighbouring pixels
 * are judged together, because a pattern that continues is the table's.
 */
function judgeTable(
  { width, height }: ScanView,
  odds: Float32Array,
  { objectColours, bins, differences }: TableEvidence,
): void {
  const known = createPlane(width, height)
  const sums = createPlane(width, height)
  for (let i = 0; i < odds.length; i++) {
    if (Number.isNaN(differences[i])) continue
    const table = (tableFraction * binPeak * Math.exp(-differences[i] / 2)) / objectColours[bins[i]]
    const own = -Math.log(table + (1 - tableFraction) * Math.exp(-odds[i]))
    known.data[i] = 1
    sums.data[i] = Math.max(-3, Math.min(3, own))
  }
  const own = sums.data.slice()
  boxBlurInPlace(known, tableReach)
  boxBlurInPlace(sums, tableReach)
  for (let i = 0; i < odds.length; i++) {
    if (Number.isNaN(differences[i])) continue
    odds[i] = tableGain * 0.5 * (own[i] + sums.data[i] / known.data[i])
  }
}

type Colours = { readonly outside: Float32Array; readonly objectColours: Float32Array }

function compareColours(
  { width, height }: ScanView,
  bins: Uint16Array,
  { outside, objectColours }: Colours,
): Float32Array[] {
  const counts = Array.from({ length: tiles * tiles }, () => new Float32Array(binCount))
  const totals = new Float32Array(tiles * tiles)
  for (let y = 0, i = 0; y < height; y++) {
    const tileRow = Math.floor((y * tiles) / height) * tiles
    for (let x = 0; x < width; x++, i++) {
      if (outside[i] <= around.from || outside[i] >= around.to) continue
      const tile = tileRow + Math.floor((x * tiles) / width)
      counts[tile][bins[i]]++
      totals[tile]++
    }
  }
  const all = new Float32Array(binCount)
  for (const tile of counts) for (let bin = 0; bin < binCount; bin++) all[bin] += tile[bin]
  const everywhere = blurBins(all)
  const total = totals.reduce((sum, value) => sum + value, 1)
  return counts.map((tile, k) =>
    blurBins(tile).map((count, bin) => {
      const near = count / (totals[k] + fewPixels)
      const rest = ((1 - nearFraction) * everywhere[bin]) / total
      const background = nearFraction * near + rest + 1e-5
      return Math.max(-3, Math.min(3, Math.log(objectColours[bin] / background)))
    }),
  )
}

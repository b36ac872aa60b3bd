import type { MissingPart } from '../messages.ts'
import { findComponents } from '../raster/components.ts'
import { maxFilter } from '../raster/max-filter.ts'
import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'

/** Minimum colour difference (ΔE) from the picture's border of an area that is not background. */
const differenceMin = 28
/**
 * Minimum mask value of areas that may belong to the object. The mask itself includes only values
 * above 0.5.
 */
const doubtfulMin = 0.15
/** Width up to which an uncertain area is only the soft edge of the mask, in pixels. */
const edgeWidth = 5
/**
 * Limits of a part's area as fractions of the object. Smaller areas are specks, larger areas are
 * another object.
 */
const partFraction = { min: 0.04, max: 1.5 } as const
const pictureFraction = 0.003
/** Largest distance of a missing part from the mask, in pixels. */
const gap = 3
/** Maximum number of missing parts. More parts mean a busy background, so no part is reported. */
const partsMax = 3
const stripsMax = 14
const borderSamples = 120

/**
 * Minimum fraction of a part's colours that differ from the picture's border, for parts that are
 * added automatically.
 */
const certainMin = 0.6

/**
 * Finds parts of the object that its mask may omit. Such parts touch the mask and have uncertain
 * mask values, or colours that the picture's border does not have.
 * @param lab the picture, small.
 * @param mask of the object, at the same size.
 */
export function findMissingParts(lab: ThreePlanes, mask: Plane): MissingPart[] {
  const { labels, parts } = findParts(lab, mask)
  return parts.map(({ label }) => getStrips(labels, label, mask))
}

/**
 * Adds parts to the mask whose colours the background does not have, such as the sleeves of raised
 * arms.
 */
export function addMissingParts(lab: ThreePlanes, mask: Plane): Plane {
  const { labels, parts } = findParts(lab, mask)
  const certain = parts.filter(({ farFraction }) => farFraction >= certainMin)
  if (certain.length === 0) return mask
  const data = mask.data.map((value, i) =>
    certain.some(({ label }) => labels[i] === label) ? 1 : value,
  )
  return { ...mask, data }
}

type Part = { readonly label: number; readonly farFraction: number }

function findParts(lab: ThreePlanes, mask: Plane): { labels: Int32Array; parts: readonly Part[] } {
  const { width, height } = mask
  const border = getBorder(mask)
  if (border.length === 0) return { labels: new Int32Array(), parts: [] }
  const marked = findDoubtful(mask)
  const isUnlike = new Uint8Array(marked.length)
  let object = 0
  for (let i = 0; i < marked.length; i++) {
    if (mask.data[i] > 0.5) object++
    else if (border.every((at) => isFar(lab, i, at))) {
      isUnlike[i] = 1
      if (mask.data[i] < 0.3) marked[i] = 1
    }
  }
  const { labels, areas } = findComponents(marked, { width, height })
  const near = maxFilter(mask, gap).data
  const touches = new Int32Array(areas.length)
  const unlike = new Int32Array(areas.length)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0) continue
    unlike[labels[i]] += isUnlike[i]
    if (near[i] > 0.5) touches[labels[i]]++
  }
  const parts = areas.flatMap((area, label) =>
    area > pictureFraction * marked.length &&
    area > partFraction.min * object &&
    area < partFraction.max * object &&
    touches[label] > 0.5 * Math.sqrt(area)
      ? [{ label, farFraction: unlike[label] / area }]
      : [],
  )
  return { labels, parts: parts.length > partsMax ? [] : parts }
}

function findDoubtful(mask: Plane): Uint8Array {
  const { width, height } = mask
  const rest = createPlane(width, height)
  for (let i = 0; i < rest.data.length; i++) {
    rest.data[i] = mask.data[i] < doubtfulMin || mask.data[i] > 0.5 ? 1 : 0
  }
  const radius = edgeWidth >> 1
  const wide = maxFilter(rest, radius)
  for (let i = 0; i < rest.data.length; i++) wide.data[i] = 1 - wide.data[i]
  const opened = maxFilter(wide, radius).data
  return Uint8Array.from(opened, (value, i) => (value > 0 && rest.data[i] === 0 ? 1 : 0))
}

function getBorder({ width, height, data }: Plane): number[] {
  const all: number[] = []
  for (let x = 0; x < width; x++) all.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y++) all.push(y * width, y * width + width - 1)
  const free = all.filter((i) => data[i] < 0.3)
  const step = Math.max(1, Math.floor(free.length / borderSamples))
  return free.filter((_, k) => k % step === 0)
}

function isFar([l, a, b]: ThreePlanes, one: number, other: number): boolean {
  const [dl, da, db] = [
    l.data[one] - l.data[other],
    a.data[one] - a.data[other],
    b.data[one] - b.data[other],
  ]
  return dl * dl + da * da + db * db > differenceMin ** 2
}

type Size = { readonly width: number; readonly height: number }

function getStrips(labels: Int32Array, label: number, { width, height }: Size): MissingPart {
  const rows = createPlane(2, height)
  rows.data.fill(-1)
  let [top, bottom] = [height, 0]
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label) continue
    const y = Math.floor(i / width)
    if (rows.data[2 * y] < 0) rows.data[2 * y] = i % width
    rows.data[2 * y + 1] = i % width
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const count = Math.min(stripsMax, bottom - top + 1)
  const strip = (bottom - top + 1) / count
  const strips = Array.from({ length: count }, (_, k) => {
    const y = Math.min(bottom, Math.floor(top + (k + 0.5) * strip))
    const [left, right] = [rows.data[2 * y], rows.data[2 * y + 1]]
    // Use the middle of the strip, because rounding to rows would leave gaps between strips.
    const middle = top + (k + 0.5) * strip
    return { x: (left + 0.5) / width, toX: (right + 0.5) / width, y: middle / height }
  }).filter(({ x }) => x > 0)
  return { strips, strip: strip / height }
}

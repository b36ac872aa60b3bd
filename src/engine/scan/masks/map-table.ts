import { findMedian } from '../cameras/calibrate.ts'
import { getCentre, type Lens, type Pose, toRay } from '../cameras/lens.ts'
import type { ScanView } from '../scan-view.ts'
import { measureDistance } from './chamfer-distance.ts'

/** Side of a cell of the map, and half the side of the map, in mm. */
const cellSide = 2
const reach = 500
const cells = (2 * reach) / cellSide
/** Every third pixel of a row and every third row are read. */
const stride = 3
/** Distance from the outline, in px, from which a pixel certainly shows the background. */
const farPx = 8
/** Minimum number of pixels from which the colour of a cell is known. */
const pixelsMin = 6
/** Smallest difference that noise causes, in the units of `colours`. */
const noise = 0.025
/** Largest variance of a cell's colours, above which a wall or a shiny table is assumed. */
const varianceMax = 0.08 ** 2
/** Distance from the outline, in px, up to which pixels are compared. */
const nearPx = 24
/** One of this many pixels counts for a photo's usual difference, and how many must count. */
const usualStride = 7
const usualMin = 20

/**
 * Colours of the plane of the table, relative to the mat's white, on a square-root scale. Other
 * photos show the part of the table that an object hides.
 */
export type TableMap = {
  /** Number of pixels, and for each channel their sum and the sum of their squares, per cell. */
  readonly sums: Float32Array
}

const size = 7
const unknownCell = -2

export const createTableMap = (): TableMap => ({ sums: new Float32Array(cells * cells * size) })

type Eye = { readonly lens: Lens; readonly rotation: readonly number[]; readonly centre: number[] }

function findCell({ lens, rotation: r, centre }: Eye, u: number, v: number): number {
  const [a, b] = toRay(lens, u + 0.5, v + 0.5)
  const down = r[2] * a + r[5] * b + r[8]
  if (down > -1e-6) return -1
  const distance = -centre[2] / down
  const column = Math.floor(
    (centre[0] + distance * (r[0] * a + r[3] * b + r[6]) + reach) / cellSide,
  )
  const row = Math.floor((centre[1] + distance * (r[1] * a + r[4] * b + r[7]) + reach) / cellSide)
  if (!(column >= 0 && row >= 0 && column < cells && row < cells)) return -1
  return row * cells + column
}

const toEye = ({ lens, pose }: { lens: Lens; pose: Pose }): Eye => ({
  lens,
  rotation: pose.rotation,
  centre: getCentre(pose),
})

function createScales({ white }: ScanView): Float32Array[] {
  return white.map((paper) =>
    Float32Array.from({ length: 256 }, (_, value) =>
      Math.sqrt(value / 255 / Math.max(0.05, paper)),
    ),
  )
}

/** Adds the part of a photo to the map that is outside the outline of the object. */
export function addToTableMap({ sums }: TableMap, view: ScanView): void {
  const { width, height, left, top, rgb, onPage } = view
  const outside = measureDistance(view.outline, 1, view)
  const eye = toEye(view)
  const scales = createScales(view)
  for (let y = 1; y < height; y += stride) {
    for (let x = 1; x < width; x += stride) {
      const i = y * width + x
      if (onPage[i] || outside[i] < farPx) continue
      const cell = findCell(eye, x + left, y + top)
      if (cell < 0) continue
      sums[cell * size]++
      for (let c = 0; c < 3; c++) {
        const value = scales[c][rgb[i * 3 + c]]
        sums[cell * size + 1 + c] += value
        sums[cell * size + 4 + c] += value * value
      }
    }
  }
}

/**
 * Compares pixels beside the mat with the map. Only pixels near the outline are compared.
 * @returns for each pixel the squared difference in units of the photo's usual difference, or NaN
 * if the colour of the table is unknown.
 */
export function compareWithTable(
  { sums }: TableMap,
  view: ScanView,
  outside: Float32Array,
): Float32Array {
  const { width, height, left, top, rgb, onPage } = view
  const eye = toEye(view)
  const scales = createScales(view)
  const differences = new Float32Array(width * height).fill(NaN)
  const usual: number[] = []
  // A cell is larger than a square of 2 x 2 px, which are looked up together.
  const found = new Int32Array(width + 1)
  for (let y = 0, i = 0; y < height; y++) {
    if (y % 2 === 0) found.fill(unknownCell)
    for (let x = 0; x < width; x++, i++) {
      if (onPage[i] || outside[i] > nearPx) continue
      if (found[x >> 1] === unknownCell) found[x >> 1] = findCell(eye, x + left, y + top)
      const cell = found[x >> 1]
      if (cell < 0) continue
      const count = sums[cell * size]
      if (count < pixelsMin) continue
      let worst = 0
      for (let c = 0; c < 3; c++) {
        const mean = sums[cell * size + 1 + c] / count
        const variance = Math.max(0, sums[cell * size + 4 + c] / count - mean * mean)
        const difference = scales[c][rgb[i * 3 + c]] - mean
        const square = (difference * difference) / (variance + noise * noise)
        worst = variance > varianceMax ? NaN : Math.max(worst, square)
      }
      differences[i] = worst
      if (i % usualStride === 0 && outside[i] >= farPx && !Number.isNaN(worst)) usual.push(worst)
    }
  }
  if (usual.length < usualMin) return differences.fill(NaN)
  const scale = 1 / Math.max(1, findMedian(usual))
  return differences.map((value) => value * scale)
}

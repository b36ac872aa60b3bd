import { getCentre } from '../cameras/lens.ts'
import type { ScanView } from '../scan-view.ts'
import { noCost } from './choose-depths.ts'
import type { HullRelief } from './relief.ts'

/** Photos are shrunk by this factor. */
const shrink = 2
/** Value of the mat's white paper in the shrunk photos. */
const paperValue = 180
/** Difference of colours that counts fully, in units of the shrunk photos. */
const differenceMax = 14
/** Largest angle between the relief's direction and a camera that sees the relief, as cosine. */
const cosineMin = 0.35
const viewsMin = 5
/** Fraction of the photos, those with the most similar colours, that are compared. */
const usedFraction = 0.8
/** Cost of a layer that too few photos see. */
const unseenCost = 0.5
/** Tolerance of the horizons, in layers. */
const horizonTolerance = 1.5

/** A shrunk photo whose colours are relative to the mat's white paper. */
export type Sampler = {
  readonly view: ScanView
  readonly width: number
  readonly height: number
  readonly colours: Uint8Array
}

export function createSampler(view: ScanView): Sampler {
  const width = Math.floor(view.width / shrink)
  const height = Math.floor(view.height / shrink)
  const colours = new Uint8Array(width * height * 3)
  const factors = view.white.map((white) => paperValue / 255 / Math.max(0.05, white) / shrink ** 2)
  const stride = view.width * 3
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = y * shrink * stride + x * shrink * 3
      for (let c = 0; c < 3; c++, to++) {
        const k = from + c
        const sum = view.rgb[k] + view.rgb[k + 3] + view.rgb[k + stride] + view.rgb[k + stride + 3]
        colours[to] = Math.min(255, Math.round(sum * factors[c]))
      }
    }
  }
  return { view, width, height, colours }
}

/**
 * Returns the photos that look at the relief, not along its surface. The photos that look straight
 * at it come first.
 */
export function selectSamplers(
  samplers: readonly Sampler[],
  { toViewer, step }: HullRelief,
  middle: readonly number[],
): Sampler[] {
  return samplers
    .map((sampler) => {
      const eye = getCentre(sampler.view.pose).map((value, k) => value - middle[k])
      const along = eye.reduce((sum, value, k) => sum + (value * toViewer[k]) / step, 0)
      return { sampler, cosine: along / Math.hypot(...eye) }
    })
    .filter(({ cosine }) => cosine > cosineMin)
    .toSorted((a, b) => b.cosine - a.cosine)
    .map(({ sampler }) => sampler)
}

/**
 * Compares the colours of the photos in each layer of each cell.
 * @param horizons Last layer that each photo sees in each cell, if known.
 * @returns a cost of 0 (same colours) to 1 for each layer of each cell.
 */
export function compareViews(
  relief: HullRelief,
  samplers: readonly Sampler[],
  horizons?: readonly Float32Array[],
): Float32Array {
  const { columns, rows, layers, first, last } = relief
  const costs = new Float32Array(columns * rows * layers).fill(noCost)
  const projections = samplers.map((sampler) => projectRelief(relief, sampler))
  const seen = new Uint8Array(samplers.length * layers * 3)
  const counts = new Uint8Array(layers)
  for (let cell = 0; cell < columns * rows; cell++) {
    if (last[cell] < first[cell]) continue
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    counts.fill(0)
    for (let i = 0; i < samplers.length; i++) {
      const { width, height, colours } = samplers[i]
      const { origin, across, up, toViewer, f, k1, cx, cy } = projections[i]
      const to = horizons
        ? Math.min(last[cell], Math.floor(horizons[i][cell] + horizonTolerance))
        : last[cell]
      const x0 = origin[0] + column * across[0] + row * up[0]
      const y0 = origin[1] + column * across[1] + row * up[1]
      const z0 = origin[2] + column * across[2] + row * up[2]
      for (let layer = first[cell]; layer <= to; layer++) {
        const depth = z0 - layer * toViewer[2]
        const a = (x0 - layer * toViewer[0]) / depth
        const b = (y0 - layer * toViewer[1]) / depth
        const bent = f * (1 + k1 * (a * a + b * b))
        const u = Math.floor(a * bent + cx)
        const v = Math.floor(b * bent + cy)
        if (!(u >= 0 && v >= 0 && u < width && v < height)) continue
        const from = (v * width + u) * 3
        const at = (layer * samplers.length + counts[layer]++) * 3
        seen[at] = colours[from]
        seen[at + 1] = colours[from + 1]
        seen[at + 2] = colours[from + 2]
      }
    }
    for (let layer = first[cell]; layer <= last[cell]; layer++) {
      const part = seen.subarray(layer * samplers.length * 3)
      costs[cell * layers + layer] =
        counts[layer] < viewsMin ? unseenCost : measureSpread(part, counts[layer])
    }
  }
  return costs
}

const sorted = new Float32Array(256)
const middles = [0, 0, 0]

/** Returns the mean difference of colours from their median, 0 to 1. */
function measureSpread(colours: Uint8Array, count: number): number {
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < count; k++) insert(k, colours[k * 3 + c])
    middles[c] = sorted[count >> 1]
  }
  for (let k = 0; k < count; k++) {
    let most = 0
    for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(colours[k * 3 + c] - middles[c]))
    insert(k, Math.min(1, most / differenceMax))
  }
  const used = Math.ceil(count * usedFraction)
  let sum = 0
  for (let k = 0; k < used; k++) sum += sorted[k]
  return sum / used
}

/** Inserts a value into the first `count` values, which are sorted. */
function insert(count: number, value: number): void {
  let k = count
  for (; k > 0 && sorted[k - 1] > value; k--) sorted[k] = sorted[k - 1]
  sorted[k] = value
}

function projectRelief(relief: HullRelief, { view }: Sampler) {
  const { lens, pose, left, top } = view
  const { rotation: r, shift } = pose
  const turn = (vector: readonly number[]) =>
    [0, 3, 6].map((k) => r[k] * vector[0] + r[k + 1] * vector[1] + r[k + 2] * vector[2])
  return {
    origin: turn(relief.origin).map((value, k) => value + shift[k]),
    across: turn(relief.across),
    up: turn(relief.up),
    toViewer: turn(relief.toViewer),
    f: lens.f / shrink,
    k1: lens.k1,
    cx: (lens.cx - left) / shrink,
    cy: (lens.cy - top) / shrink,
  }
}

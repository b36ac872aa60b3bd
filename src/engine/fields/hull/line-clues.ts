import { blur } from '../../raster/blur.ts'
import { signedDistance } from '../../raster/distance.ts'
import type { Outline } from '../../views/outline.ts'

/**
 * Measurements of each cell of an outline. A run is an unbroken line of inside cells in a row or
 * column. Lengths are fractions of the front's long side.
 */
export type LineClues = {
  readonly width: number
  readonly height: number
  readonly inside: Uint8Array
  /** Position of the cell within its row run, from -1 to 1. */
  readonly across: Float32Array
  /** Half the length of the cell's row run. */
  readonly halfWidth: Float32Array
  /** Distance of the row run's middle to the box's middle, 0 to 1. */
  readonly aside: Float32Array
  /** Number of runs in the row, at most 4. */
  readonly runs: Float32Array
  /** Position of the cell within its column run, from -1 to 1. */
  readonly down: Float32Array
  /** Half the length of the cell's column run. */
  readonly halfHeight: Float32Array
  /** Distance from the cell to the outline, as a fraction of the grid's long side. */
  readonly inward: Float32Array
  /** Largest distance to the outline along the row run. */
  readonly thick: Float32Array
  /** Brightness of the row run's ends minus the brightness of its middle. */
  readonly rim: Float32Array
  /** Brightness of the cell minus the mean of its row run. */
  readonly shade: Float32Array
  /** Per row: half of the total length of its runs. */
  readonly rows: Float32Array
  /** Fraction of the cells in the bounding box that are inside the outline. */
  readonly fill: number
  /** Mean of `rim` over the inside cells. */
  readonly meanRim: number
}

const runsMax = 4
/**
 * Length of a run's ends, and of its middle, as a fraction of the run. The lightness of the ends is
 * compared with that of the middle.
 */
const endFraction = 0.2

/**
 * Measures each cell of an outline.
 * @param long the front's long side in cells.
 */
export function lineClues({ alpha, light }: Outline, long: number): LineClues {
  const { width, height } = alpha
  const plane = () => new Float32Array(width * height)
  const inside = Uint8Array.from(alpha.data, (value) => (value > 0.5 ? 1 : 0))
  const clues = {
    across: plane(),
    halfWidth: plane(),
    aside: plane(),
    runs: plane(),
    down: plane(),
    halfHeight: plane(),
    inward: signedDistance(padded(alpha), 0).data,
    thick: plane(),
    rim: plane(),
    shade: plane(),
  }
  clues.inward = unpadded(clues.inward, width, height).map((value) => Math.max(0, value) / long)
  const smooth = blur(light, 1).data
  const rows = new Float32Array(height)
  for (let y = 0; y < height; y++) {
    const runs = getRuns(inside, { first: y * width, step: 1, count: width })
    for (const [from, to] of runs) {
      rows[y] += (to - from) / 2 / long
      const run = readRun(smooth, clues.inward, y * width + from, to - from)
      for (let x = from; x < to; x++) {
        const i = y * width + x
        clues.across[i] = (x - (from + to - 1) / 2) / ((to - from) / 2)
        clues.halfWidth[i] = (to - from) / 2 / long
        clues.aside[i] = Math.abs((from + to) / width - 1)
        clues.runs[i] = Math.min(runsMax, runs.length)
        clues.thick[i] = run.thick
        clues.rim[i] = run.ends - run.middle
        clues.shade[i] = smooth[i] - run.mean
      }
    }
  }
  for (let x = 0; x < width; x++) {
    for (const [from, to] of getRuns(inside, { first: x, step: width, count: height })) {
      for (let y = from; y < to; y++) {
        clues.down[y * width + x] = (y - (from + to - 1) / 2) / ((to - from) / 2)
        clues.halfHeight[y * width + x] = (to - from) / 2 / long
      }
    }
  }
  const cells = inside.reduce((sum, value) => sum + value, 0)
  const meanRim = clues.rim.reduce((sum, value) => sum + value, 0) / Math.max(1, cells)
  return { width, height, inside, ...clues, rows, fill: cells / inside.length, meanRim }
}

// oxlint-disable-next-line max-params -- for each run
function readRun(light: Float32Array, inward: Float32Array, first: number, count: number) {
  const part = Math.max(1, Math.floor(count * endFraction))
  const mean = (from: number, length: number) => {
    let sum = 0
    for (let i = first + from; i < first + from + length; i++) sum += light[i]
    return sum / length
  }
  let thick = 0
  for (let i = first; i < first + count; i++) thick = Math.max(thick, inward[i])
  return {
    thick,
    ends: (mean(0, part) + mean(count - part, part)) / 2,
    middle: mean(Math.floor((count - part) / 2), part),
    mean: mean(0, count),
  }
}

type Line = { readonly first: number; readonly step: number; readonly count: number }

function getRuns(inside: Uint8Array, { first, step, count }: Line): [number, number][] {
  const runs: [number, number][] = []
  let from = -1
  for (let k = 0; k <= count; k++) {
    const isIn = k < count && inside[first + k * step] === 1
    if (isIn && from < 0) from = k
    if (!isIn && from >= 0) {
      runs.push([from, k])
      from = -1
    }
  }
  return runs
}

/** Adds a border of one cell, so that the box's edge counts as an outline. */
function padded({ width, height, data }: Outline['alpha']) {
  const result = {
    width: width + 2,
    height: height + 2,
    data: new Float32Array((width + 2) * (height + 2)),
  }
  for (let y = 0; y < height; y++) {
    result.data.set(data.subarray(y * width, (y + 1) * width), (y + 1) * (width + 2) + 1)
  }
  return result
}

function unpadded(data: Float32Array, width: number, height: number): Float32Array {
  const result = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (y + 1) * (width + 2) + 1
    result.set(data.subarray(from, from + width), y * width)
  }
  return result
}

import type { ScanView } from '../scan-view.ts'

const side = 16
/** Fraction of the bins' range that white has, because some pixels are brighter than the paper. */
const scale = 0.95
export const binCount = side ** 3

/** Returns the place of a channel's value, relative to white, among the bins. */
const toPlace = (relative: number) => Math.sqrt(Math.max(0, relative)) * side * scale

/**
 * Returns the histogram bin of each pixel's colour relative to the paper's white, on a square-root
 * scale.
 */
export function findBins({ rgb, white }: Pick<ScanView, 'rgb' | 'white'>): Uint16Array {
  const tables = white.map((paper) =>
    Uint8Array.from({ length: 256 }, (_, value) => {
      const relative = value / 255 / Math.max(0.05, paper)
      return Math.min(side - 1, Math.floor(toPlace(relative)))
    }),
  )
  const bins = new Uint16Array(rgb.length / 3)
  for (let i = 0, k = 0; i < bins.length; i++, k += 3) {
    const [r, g, b] = [tables[0][rgb[k]], tables[1][rgb[k + 1]], tables[2][rgb[k + 2]]]
    bins[i] = (r * side + g) * side + b
  }
  return bins
}

/** Distributes counts to neighbouring bins along each channel with weights 1, 2, 1. */
export function blurBins(counts: Float32Array): Float32Array {
  let from = counts
  for (const stride of [1, side, side * side]) {
    const to = new Float32Array(from.length)
    for (let i = 0; i < from.length; i++) {
      const place = Math.floor(i / stride) % side
      const below = place > 0 ? from[i - stride] : from[i]
      const above = place < side - 1 ? from[i + stride] : from[i]
      to[i] = 0.5 * from[i] + 0.25 * (below + above)
    }
    from = to
  }
  return from
}

/**
 * Adds to each bin the counts of the bins whose colours differ by up to `tolerance` in each
 * channel, as a fraction of the paper's white.
 */
export function sumSimilarBins(counts: Float32Array, tolerance: number): Float32Array {
  const ranges = Array.from({ length: side }, (_, place) => {
    const centre = ((place + 0.5) / (side * scale)) ** 2
    return [toPlace(centre - tolerance), toPlace(centre + tolerance)]
  })
  let from = counts
  for (const stride of [1, side, side * side]) {
    const to = new Float32Array(from.length)
    for (let i = 0; i < from.length; i++) {
      const place = Math.floor(i / stride) % side
      const [first, last] = ranges[place]
      for (let k = Math.floor(first); k < Math.min(side, last); k++) {
        const part = Math.min(k + 1, last) - Math.max(k, first)
        to[i] += part * from[i + (k - place) * stride]
      }
    }
    from = to
  }
  return from
}

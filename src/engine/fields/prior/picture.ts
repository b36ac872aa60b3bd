import type { PixelBox } from '../../raster/covered-box.ts'
import { fold, type Planes } from './layers.ts'

/** Side of the network's input, in samples. */
export const priorSide = 64
/** Long side of the object in the input, in samples. */
export const framedSide = 56

/**
 * Planes of mask, red, green and blue, each 0 to 1, then the distance to the outline. Colours are 0
 * outside the object.
 */
export type PriorPicture = Float32Array
export const priorChannels = 5

const distanceUnit = 16

export type Pictured = {
  readonly width: number
  readonly height: number
  readonly alpha: Float32Array
  readonly linear: readonly [Float32Array, Float32Array, Float32Array]
}

/**
 * Position of the network's input in the cropped picture: pixels per sample, and the pixel at the
 * first sample.
 */
export type Framing = { readonly step: number; readonly left: number; readonly top: number }

/** Returns a frame in which the object is centred and its long side is always equally long. */
export function computeFraming({ left, top, right, bottom }: PixelBox): Framing {
  const step = Math.max(right - left, bottom - top) / framedSide
  return {
    step,
    left: (left + right) / 2 - (priorSide / 2) * step,
    top: (top + bottom) / 2 - (priorSide / 2) * step,
  }
}

/** Returns the network's input, in which each sample is the mean of its pixels. */
export function priorPicture(picture: Pictured, { step, left, top }: Framing): PriorPicture {
  const { width, height, alpha, linear } = picture
  const area = priorSide * priorSide
  const out = new Float32Array(priorChannels * area)
  const columns = overlaps(left, step, width)
  const rows = overlaps(top, step, height)
  for (let y = 0; y < priorSide; y++) {
    for (let x = 0; x < priorSide; x++) {
      const sums = [0, 0, 0, 0]
      for (const [py, tall] of rows[y]) {
        for (const [px, wide] of columns[x]) {
          const i = py * width + px
          const weight = tall * wide * alpha[i]
          sums[0] += weight
          for (let c = 0; c < 3; c++) sums[c + 1] += weight * linear[c][i]
        }
      }
      const i = y * priorSide + x
      const covered = sums[0] / (step * step)
      out[i] = covered
      if (covered < 1e-3) continue
      // The square root (gamma 2) approximates sRGB.
      for (let c = 1; c < 4; c++) out[c * area + i] = Math.sqrt(sums[c] / sums[0]) * covered
    }
  }
  out.set(distances(out.subarray(0, area)), 4 * area)
  return out
}

const places = [-0.25, 0.25] as const

/**
 * Averages the values of all pixels in each sample of the frame.
 * @param valueAt returns `NaN` for unknown values.
 * @returns `NaN` for samples without any value.
 */
export function meansInFrame(
  { step, left, top }: Framing,
  valueAt: (x: number, y: number) => number,
): Float32Array {
  const means = new Float32Array(priorSide ** 2)
  for (let i = 0; i < means.length; i++) {
    let [sum, count] = [0, 0]
    for (const dy of places) {
      const y = top + (Math.floor(i / priorSide) + dy + 0.5) * step
      for (const dx of places) {
        const value = valueAt(left + ((i % priorSide) + dx + 0.5) * step, y)
        if (Number.isNaN(value)) continue
        sum += value
        count++
      }
    }
    means[i] = sum / count
  }
  return means
}

const foldedChannels = 11

/**
 * Returns the network's input at half its side. Mask and distance become four channels each, and
 * colours are averaged.
 */
export function foldedPicture(picture: PriorPicture): Planes {
  const folded = fold({ channels: priorChannels, side: priorSide, data: picture })
  const area = folded.side ** 2
  const data = new Float32Array(foldedChannels * area)
  data.set(folded.data.subarray(0, 4 * area))
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < area; i++) {
      let sum = 0
      for (let k = 0; k < 4; k++) sum += folded.data[(4 + 4 * c + k) * area + i]
      data[(4 + c) * area + i] = sum / 4
    }
  }
  data.set(folded.data.subarray(16 * area), 7 * area)
  return { channels: foldedChannels, side: folded.side, data }
}

function distances(mask: Float32Array): Float32Array {
  const out = new Float32Array(mask.length)
  const upright = new Float32Array(mask.length)
  for (let x = 0; x < priorSide; x++) {
    for (let y = 0; y < priorSide; y++) {
      let nearest = Infinity
      for (let k = 0; k < priorSide; k++) {
        if (mask[k * priorSide + x] <= 0.5) nearest = Math.min(nearest, (y - k) ** 2)
      }
      upright[y * priorSide + x] = nearest
    }
  }
  for (let i = 0; i < out.length; i++) {
    if (mask[i] <= 0.5) continue
    const row = i - (i % priorSide)
    let nearest = Infinity
    for (let x = 0; x < priorSide; x++) {
      nearest = Math.min(nearest, (x + row - i) ** 2 + upright[row + x])
    }
    out[i] = Math.min(2, Math.sqrt(nearest) / distanceUnit)
  }
  return out
}

function overlaps(first: number, step: number, count: number): [number, number][][] {
  return Array.from({ length: priorSide }, (_, k) => {
    const [from, to] = [first + k * step, first + (k + 1) * step]
    const pixels: [number, number][] = []
    for (let p = Math.max(0, Math.floor(from)); p < Math.min(count, Math.ceil(to)); p++) {
      pixels.push([p, Math.min(to, p + 1) - Math.max(from, p)])
    }
    return pixels
  })
}

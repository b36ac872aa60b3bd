import { boxBlurInPlace } from '../../raster/blur.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import type { Crop } from '../scan-view.ts'
import type { Page } from './predict-page.ts'

/** Side of the square blocks over which the light is fitted, in px. */
export const blockSide = 4

/** How the mat is lit. In each block, the value of a colour channel is `dark + gain * ink`. */
export type Light = {
  readonly columns: number
  readonly rows: number
  readonly dark: readonly Float32Array[]
  readonly gain: readonly Float32Array[]
  readonly trust: Float32Array
  readonly white: readonly [number, number, number]
}

/** Minimum variance of the ink (0 to 1) in a block that shows the pattern. */
const varianceMin = 0.01

/**
 * Fits the light on the mat by local regression of the photo on the predicted ink, so that shadows
 * do not look like objects.
 * @param matChance probability of the object at each pixel, if known, as in a `ScanView`. Pixels of
 * the object would change the light beside the object.
 */
export function fitLight(crop: Crop, page: Page, matChance?: Uint8Array): Light {
  const sums = sumBlocks(crop, page, matChance)
  const { columns, rows } = sums
  const count = columns * rows
  const radius = Math.max(2, Math.round(Math.max(7, crop.width / 50) / blockSide))
  for (const plane of [sums.on, sums.ink, sums.inkInk, ...sums.channels.flat()]) {
    boxBlurInPlace(plane, radius)
  }
  const trust = new Float32Array(count).fill(1)
  const fits = sums.channels.map(([value, square, product]) => {
    const [dark, gain] = [new Float32Array(count), new Float32Array(count)]
    for (let i = 0; i < count; i++) {
      const on = Math.max(sums.on.data[i], 1e-3)
      const meanInk = sums.ink.data[i] / on
      const mean = value.data[i] / on
      const varianceInk = sums.inkInk.data[i] / on - meanInk * meanInk
      const variance = square.data[i] / on - mean * mean
      const covariance = product.data[i] / on - meanInk * mean
      gain[i] = covariance / (varianceInk + 1e-4)
      dark[i] = mean - gain[i] * meanInk
      const correlation = covariance / Math.sqrt((varianceInk + 1e-5) * (variance + 1e-5))
      const own = varianceInk > varianceMin ? Math.max(0, (correlation - 0.7) / 0.25) : 0
      trust[i] = Math.min(trust[i], own)
    }
    return { dark, gain }
  })
  const spread = createSpread(trust, { columns, rows, radius })
  const dark = fits.map((fit) => spread(fit.dark))
  const gain = fits.map((fit) => spread(fit.gain))
  const white = [0, 1, 2].map((c) => {
    const values: number[] = []
    for (let i = 0; i < count; i++) if (trust[i] > 0.6) values.push(dark[c][i] + gain[c][i])
    return values.length > 8 ? values.toSorted((a, b) => a - b)[values.length >> 1] : 0.9
  })
  return { columns, rows, dark, gain, trust, white: [white[0], white[1], white[2]] }
}

type Grid = { readonly columns: number; readonly rows: number; readonly radius: number }

function createSpread(trust: Float32Array, { columns, rows, radius }: Grid) {
  const weights = trust.map((value) => Math.min(1, value) ** 2 + 1e-6)
  const blurred = (data: Float32Array, reach: number): Float32Array => {
    const plane: Plane = { width: columns, height: rows, data: data.slice() }
    boxBlurInPlace(plane, reach)
    return plane.data
  }
  const near = blurred(weights, radius)
  const far = blurred(weights, radius * 3)
  const all = weights.reduce((sum, value) => sum + value, 0)
  return (values: Float32Array): Float32Array => {
    const weighted = values.map((value, i) => value * weights[i])
    const everywhere = weighted.reduce((sum, value) => sum + value, 0) / all
    const [a, b] = [blurred(weighted, radius), blurred(weighted, radius * 3)]
    return values.map((_, i) => {
      const nearFraction = near[i] / (near[i] + 0.05)
      const farFraction = far[i] / (far[i] + 0.02)
      const distant = (farFraction * b[i]) / far[i] + (1 - farFraction) * everywhere
      return (nearFraction * a[i]) / near[i] + (1 - nearFraction) * distant
    })
  }
}

function sumBlocks({ width, height, rgb }: Crop, { ink, onPage }: Page, matChance?: Uint8Array) {
  const columns = Math.ceil(width / blockSide)
  const rows = Math.ceil(height / blockSide)
  const create = () => createPlane(columns, rows)
  const [on, inkSum, inkInk] = [create(), create(), create()]
  const channels = [0, 1, 2].map(() => [create(), create(), create()] as const)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / blockSide) * columns
    for (let x = 0; x < width; x++, i++) {
      if (!onPage[i]) continue
      const block = row + Math.floor(x / blockSide)
      const weight = matChance ? (1 - matChance[i] / 255) ** 2 : 1
      const expected = ink.data[i]
      on.data[block] += weight
      inkSum.data[block] += weight * expected
      inkInk.data[block] += weight * expected * expected
      for (let c = 0; c < 3; c++) {
        const value = rgb[i * 3 + c] / 255
        channels[c][0].data[block] += weight * value
        channels[c][1].data[block] += weight * value * value
        channels[c][2].data[block] += weight * value * expected
      }
    }
  }
  return { columns, rows, on, ink: inkSum, inkInk, channels }
}

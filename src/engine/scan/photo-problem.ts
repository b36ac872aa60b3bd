import type { PhotoProblem } from '#lib/scan/photo-problems.ts'
import type { GreyImage } from './grey-image.ts'
import { detectMarkers } from './markers/detect-markers.ts'

/** Mean brightness, of 255, below which a photo is too dark to show markers. */
const darkMax = 28
/**
 * A photo is blurred if its brightness steps over 1 px are smaller than this fraction of its steps
 * over 6 px.
 */
const sharpMin = 0.45
/** Minimum brightness step over 6 px (of 255) for judging sharpness. */
const contrastMin = 6
/** Number of markers in a mirrored or inverted photo that show that the photo itself is. */
const markersMin = 3

export function explainNoMarkers(image: GreyImage): PhotoProblem {
  let sum = 0
  for (let i = 0; i < image.data.length; i += 7) sum += image.data[i]
  if ((sum * 7) / image.data.length < darkMax) return 'too-dark'
  if (detectMarkers(mirror(image)).length >= markersMin) return 'mirrored'
  if (detectMarkers(invert(image)).length >= markersMin) return 'inverted'
  return measureSharpness(image) < sharpMin ? 'blurred' : 'no-markers'
}

function mirror({ width, height, data }: GreyImage): GreyImage {
  const mirrored = data.slice()
  for (let y = 0; y < height; y++) mirrored.subarray(y * width, (y + 1) * width).reverse()
  return { width, height, data: mirrored }
}

const invert = ({ width, height, data }: GreyImage): GreyImage => ({
  width,
  height,
  data: data.map((value) => 255 - value),
})

/**
 * Returns the sharpness of the strongest edges, about 0.2 to 1: the 99.5th percentile of brightness
 * steps over 1 px, divided by the percentile of steps over 6 px.
 */
export function measureSharpness({ width, height, data }: GreyImage): number {
  const ratios = [1, width].map((stride) => {
    const beside = stride === 1 ? width : 1
    const near = new Uint32Array(256)
    const far = new Uint32Array(256)
    for (let y = 6; y < height - 6; y += 2) {
      for (let i = y * width + 6; i < (y + 1) * width - 6; i++) {
        near[getStep(data, i, i + stride, beside)]++
        far[getStep(data, i - 3 * stride, i + 3 * stride, beside)]++
      }
    }
    const contrast = findPercentile(far)
    // A photo without contrast, such as of a plain wall, is not blurred.
    return contrast < contrastMin ? 1 : findPercentile(near) / contrast
  })
  return Math.min(...ratios)
}

/**
 * Returns the brightness step between two pixels as the mean of three adjacent lines, which halves
 * noise.
 */
// oxlint-disable-next-line max-params -- for each pixel
function getStep(data: Uint8Array, from: number, to: number, beside: number): number {
  const sum =
    data[to - beside] -
    data[from - beside] +
    data[to] -
    data[from] +
    data[to + beside] -
    data[from + beside]
  return Math.abs(Math.round(sum / 3))
}

function findPercentile(counts: Uint32Array): number {
  const all = counts.reduce((sum, count) => sum + count, 0)
  let above = 0
  for (let step = 255; step > 0; step--) {
    above += counts[step]
    if (above >= all * 0.005) return step
  }
  return 0
}

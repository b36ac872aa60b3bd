import { blur, blurInPlace } from './blur.ts'
import { createPlane, type Plane } from './plane.ts'
import { sampleBilinear, stretchBy } from './sample.ts'

/** Minimum sigma, in samples, from which on a blur on a reduced grid looks the same. */
const coarseSigmaMin = 3
const coarseSizeMin = 20_000

/**
 * Blurs `plane` and ignores samples without weight (normalised convolution). The result is 0 where
 * no weight is nearby.
 */
export function weightedBlur(plane: Plane, weight: Plane, sigma: number): Plane {
  const { width, height } = weight
  if (sigma >= coarseSigmaMin && width * height > coarseSizeMin) {
    const { planes, factor } = blurCoarsely([plane], weight, sigma)
    return stretchBy(planes[0], { width, height, stepX: 1 / factor, stepY: 1 / factor })
  }
  const norm = blur(weight, sigma)
  const result = createPlane(width, height)
  const { data } = result
  for (let i = 0; i < data.length; i++) data[i] = plane.data[i] * weight.data[i]
  blurInPlace(result, sigma)
  divide(data, norm.data)
  return result
}

function divide(values: Float32Array, norm: Float32Array): void {
  for (let i = 0; i < values.length; i++) values[i] = norm[i] > 1e-6 ? values[i] / norm[i] : 0
}

/** Blurred planes on a grid that is coarser by `factor` in both directions. */
export type CoarsePlanes = { readonly planes: readonly Plane[]; readonly factor: number }

/**
 * Blurs several planes like `weightedBlur`, but always on a reduced grid, for callers that read few
 * samples.
 */
export function blurCoarsely(planes: readonly Plane[], weight: Plane, sigma: number): CoarsePlanes {
  const factor = Math.min(8, Math.max(1, Math.floor(sigma / 1.5)))
  const norm = sumBlocks(weight, undefined, factor)
  blurInPlace(norm, sigma / factor)
  const coarse = planes.map((plane) => sumBlocks(plane, weight, factor))
  for (const plane of coarse) {
    blurInPlace(plane, sigma / factor)
    divide(plane.data, norm.data)
  }
  return { planes: coarse, factor }
}

// oxlint-disable-next-line max-params -- for each pixel
export function readCoarse({ planes, factor }: CoarsePlanes, k: number, x: number, y: number) {
  return sampleBilinear(planes[k], (x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5)
}

function sumBlocks({ width, height, data }: Plane, weight: Plane | undefined, factor: number) {
  const coarse = createPlane(Math.ceil(width / factor), Math.ceil(height / factor))
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / factor) * coarse.width
    const end = (y + 1) * width
    for (let i = y * width, cell = row; i < end; cell++) {
      const blockEnd = Math.min(end, i + factor)
      let sum = 0
      if (weight) for (; i < blockEnd; i++) sum += data[i] * weight.data[i]
      else for (; i < blockEnd; i++) sum += data[i]
      coarse.data[cell] += sum
    }
  }
  return coarse
}

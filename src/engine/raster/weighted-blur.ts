import { blur, blurInPlace } from './blur.ts'
import { createPlane, type Plane } from './plane.ts'
import { stretch } from './sample.ts'

/**
 * Normalised convolution: the blur of `plane` where each sample counts `weight`; 0 where no
 * weight is near.
 */
export function weightedBlur(plane: Plane, weight: Plane, sigma: number): Plane {
  return weightedBlurAll([plane], weight, sigma)[0]
}

/** As `weightedBlur` for several planes with one weight. Wide blurs run on a reduced grid. */
export function weightedBlurAll(planes: readonly Plane[], weight: Plane, sigma: number): Plane[] {
  const { width, height } = weight
  if (sigma >= 5 && width * height > 20_000) return coarseWeightedBlur(planes, weight, sigma)
  const norm = blur(weight, sigma).data
  return planes.map((plane) => {
    const result = createPlane(width, height)
    const { data } = result
    for (let i = 0; i < data.length; i++) data[i] = plane.data[i] * weight.data[i]
    blurInPlace(result, sigma)
    for (let i = 0; i < data.length; i++) data[i] = norm[i] > 1e-6 ? data[i] / norm[i] : 0
    return result
  })
}

function coarseWeightedBlur(planes: readonly Plane[], weight: Plane, sigma: number): Plane[] {
  const { width, height } = weight
  const factor = Math.min(8, Math.max(2, Math.floor(sigma / 2.5)))
  const coarseWidth = Math.max(4, Math.ceil(width / factor))
  const coarseHeight = Math.max(4, Math.ceil(height / factor))
  const column = Int32Array.from({ length: width }, (_, x) =>
    Math.min(coarseWidth - 1, Math.floor((x * coarseWidth) / width)),
  )
  const gather = (values: Float32Array, factors: Float32Array | undefined): Plane => {
    const coarse = createPlane(coarseWidth, coarseHeight)
    for (let y = 0; y < height; y++) {
      const row = Math.min(coarseHeight - 1, Math.floor((y * coarseHeight) / height)) * coarseWidth
      const offset = y * width
      if (factors) {
        for (let x = 0; x < width; x++) {
          coarse.data[row + column[x]] += values[offset + x] * factors[offset + x]
        }
      } else {
        for (let x = 0; x < width; x++) coarse.data[row + column[x]] += values[offset + x]
      }
    }
    blurInPlace(coarse, (sigma * coarseWidth) / width)
    return coarse
  }
  const norm = gather(weight.data, undefined).data
  return planes.map((plane) => {
    const coarse = gather(plane.data, weight.data)
    for (let i = 0; i < norm.length; i++) {
      coarse.data[i] = norm[i] > 1e-6 ? coarse.data[i] / norm[i] : 0
    }
    return stretch(coarse, width, height)
  })
}

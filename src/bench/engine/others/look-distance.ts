import { labFromLinear, linearFromSrgb8 } from '#engine/raster/colour-space.ts'
import { blur } from '#engine/raster/blur.ts'
import { createPlane, type Plane, type ThreePlanes } from '#engine/raster/plane.ts'
import { averageBlocks } from '#engine/raster/resample.ts'
import type { Photograph } from './photograph.ts'

/**
 * Weights of contrast and structure per scale from fine to coarse, and of lightness at the coarsest
 * scale. Source: Z. Wang, E. Simoncelli and A. Bovik, Multi-scale structural similarity for image
 * quality assessment, 2003. The fifth scale is omitted, because these pictures are too small.
 */
const scaleWeights = [0.0517, 0.3295, 0.3462, 0.2726]
const sigma = 1.5
/** Constants that prevent a division by values near zero: squared fractions of the range of L*. */
const [stableMean, stableSpread] = [(0.01 * 100) ** 2, (0.03 * 100) ** 2]
/** Weights of L*, a* and b*. Lightness counts twice as much as each colour channel. */
const channelWeights = [0.5, 0.25, 0.25]
const backdrop = [70, 0, 0]

/**
 * Returns how different two pictures look, from 0 for equal pictures to about 1: 1 minus their
 * multi-scale structural similarity.
 */
export function lookDistance(one: Photograph, other: Photograph): number {
  const [a, b] = [toLab(one), toLab(other)]
  return 1 - channelWeights.reduce((sum, weight, c) => sum + weight * similarity(a[c], b[c]), 0)
}

function toLab({ rgba, side }: Photograph): ThreePlanes {
  const linear = [0, 1, 2].map((c) => {
    const plane = createPlane(side, side)
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = linearFromSrgb8[rgba[i * 4 + c]]
    return plane
  })
  const lab = labFromLinear([linear[0], linear[1], linear[2]])
  lab.forEach(({ data }, c) => {
    for (let i = 0; i < data.length; i++) {
      data[i] = backdrop[c] + ((data[i] - backdrop[c]) * rgba[i * 4 + 3]) / 255
    }
  })
  return lab
}

function similarity(one: Plane, other: Plane): number {
  let [a, b] = [one, other]
  let product = 1
  scaleWeights.forEach((weight, scale) => {
    const isLast = scale === scaleWeights.length - 1
    product *= Math.max(0, meanSimilarity(a, b, isLast)) ** weight
    ;[a, b] = [averageBlocks(a, 2), averageBlocks(b, 2)]
  })
  return product
}

function meanSimilarity(a: Plane, b: Plane, withMeans: boolean): number {
  const times = (p: Plane, q: Plane) =>
    blur({ ...p, data: p.data.map((v, i) => v * q.data[i]) }, sigma)
  const [meanA, meanB] = [blur(a, sigma).data, blur(b, sigma).data]
  const [aa, bb, ab] = [times(a, a).data, times(b, b).data, times(a, b).data]
  let sum = 0
  for (let i = 0; i < aa.length; i++) {
    const [spreadA, spreadB] = [aa[i] - meanA[i] ** 2, bb[i] - meanB[i] ** 2]
    const together = ab[i] - meanA[i] * meanB[i]
    const structure = (2 * together + stableSpread) / (spreadA + spreadB + stableSpread)
    const means =
      (2 * meanA[i] * meanB[i] + stableMean) / (meanA[i] ** 2 + meanB[i] ** 2 + stableMean)
    sum += withMeans ? structure * means : structure
  }
  return sum / aa.length
}

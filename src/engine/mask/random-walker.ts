import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { solvePixels } from '../raster/solve-pixels.ts'

const contrastDecay = 0.012

/**
 * Runs a random walker with soft seeds (L. Grady, Multilabel Random Walker Image Segmentation Using
 * Prior Models, 2005). Returns the p that minimises Σ w(i,j) (p_i − p_j)² + Σ pull_i (p_i −
 * target_i)².
 */
export function walkRandomly(lab: ThreePlanes, target: Plane, pull: Plane): Plane {
  const { width, height } = target
  const [l, a, b] = [lab[0].data, lab[1].data, lab[2].data]
  const weight = (i: number, n: number) => {
    const dl = l[i] - l[n]
    const da = a[i] - a[n]
    const db = b[i] - b[n]
    return Math.exp(-contrastDecay * (dl * dl + da * da + db * db)) + 1e-4
  }
  const solution = solvePixels(
    {
      width,
      height,
      weight,
      own: (i) => pull.data[i],
      right: (i) => pull.data[i] * target.data[i],
    },
    { tolerance: 1e-4, iterationsMax: 200 },
  )
  const result = createPlane(width, height)
  result.data.set(solution)
  return result
}

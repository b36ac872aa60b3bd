import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { solveGrid } from '../raster/solve-grid.ts'

/** How fast neighbours part when their colours differ, per squared ΔE. */
const contrastDecay = 0.012

/**
 * Random walker with soft seeds (L. Grady, Multilabel Random Walker Image Segmentation Using Prior
 * Models, 2005): the p that minimises Σ w(i,j) (p_i − p_j)² + Σ pull_i (p_i − target_i)².
 */
export function walkRandomly(lab: ThreePlanes, target: Plane, pull: Plane): Plane {
  const { width, height } = target
  // The solver wants a margin of nodes that are not inside.
  const gridWidth = width + 2
  const size = gridWidth * (height + 2)
  const inside = new Uint8Array(size)
  const east = new Float64Array(size)
  const south = new Float64Array(size)
  const diagonal = new Float64Array(size)
  const right = new Float64Array(size)
  const [l, a, b] = [lab[0].data, lab[1].data, lab[2].data]
  const similarity = (i: number, n: number) => {
    const dl = l[i] - l[n]
    const da = a[i] - a[n]
    const db = b[i] - b[n]
    return Math.exp(-contrastDecay * (dl * dl + da * da + db * db)) + 1e-4
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const node = (y + 1) * gridWidth + x + 1
      inside[node] = 1
      if (x < width - 1) {
        east[node] = similarity(i, i + 1)
        diagonal[node] += east[node]
        diagonal[node + 1] += east[node]
      }
      if (y < height - 1) {
        south[node] = similarity(i, i + width)
        diagonal[node] += south[node]
        diagonal[node + gridWidth] += south[node]
      }
      diagonal[node] += pull.data[i]
      right[node] = pull.data[i] * target.data[i]
    }
  }
  const solution = solveGrid(
    { width: gridWidth, inside, east, south, diagonal, right },
    { tolerance: 1e-4, iterationsMax: 200 },
  )
  const result = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      result.data[y * width + x] = solution[(y + 1) * gridWidth + x + 1]
    }
  }
  return result
}

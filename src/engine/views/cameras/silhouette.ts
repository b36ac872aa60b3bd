import { signedDistance } from '../../raster/distance.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { averageDown } from '../../raster/resample.ts'
import { cropToBox } from '../outline.ts'
import type { ObjectView } from '../read-views.ts'

/** The object's outline in a picture, with a margin. */
export type Silhouette = {
  readonly width: number
  readonly height: number
  /** Signed distance to the outline in pixels, positive inside. */
  readonly distance: Plane
  /** Points of the outline in pixels of `distance`, as x, y pairs. */
  readonly edge: Float32Array
}

/** Long side of a silhouette in pixels. Larger silhouettes do not improve the estimated cameras. */
const longSide = 128
export const margin = 6
const sigma = 0.5
const edgeWidth = 1.2
const edgeStep = 3

export function createSilhouette({ cutout }: ObjectView): Silhouette {
  const cropped = cropToBox(cutout, cutout.alpha)
  const scale = longSide / Math.max(cropped.width, cropped.height)
  const [wanted, high] = [cropped.width, cropped.height].map((side) =>
    Math.max(2, Math.round(side * scale)),
  )
  const isLarge = cropped.width >= wanted && cropped.height >= high
  const { width, height, data } = isLarge ? averageDown(cropped, wanted, high) : cropped
  const coverage = createPlane(width + 2 * margin, height + 2 * margin)
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width)
    coverage.data.set(row, (y + margin) * coverage.width + margin)
  }
  const distance = signedDistance(coverage, sigma)
  return { width, height, distance, edge: getEdge(distance) }
}

function getEdge({ width, height, data: d }: Plane): Float32Array {
  const places: number[] = []
  let found = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (d[i] <= 0 || d[i] > edgeWidth) continue
      if (d[i - 1] > 0 && d[i + 1] > 0 && d[i - width] > 0 && d[i + width] > 0) continue
      if (found++ % edgeStep !== 0) continue
      const [across, down] = [(d[i + 1] - d[i - 1]) / 2, (d[i + width] - d[i - width]) / 2]
      // Where the gradient is small, as on a thin line, the point is not moved.
      const towards = d[i] / Math.max(1, across * across + down * down)
      places.push(x - across * towards, y - down * towards)
    }
  }
  return Float32Array.from(places)
}

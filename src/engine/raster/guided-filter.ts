import { boxBlurInPlace } from './blur.ts'
import { copyPlane, createPlane, type Plane } from './plane.ts'

type GuidedFilterOptions = {
  readonly radius: number
  readonly epsilon: number
}

/**
 * Smooths `plane` but keeps the edges of `guide` (He, Sun and Tang, Guided Image Filtering, 2010).
 */
export function guidedFilter(
  guide: Plane,
  plane: Plane,
  { radius, epsilon }: GuidedFilterOptions,
): Plane {
  const { width, height } = guide
  const guideMean = copyPlane(guide)
  const mean = copyPlane(plane)
  const slope = createPlane(width, height)
  const square = createPlane(width, height)
  for (let i = 0; i < slope.data.length; i++) {
    slope.data[i] = guide.data[i] * plane.data[i]
    square.data[i] = guide.data[i] * guide.data[i]
  }
  for (const each of [guideMean, mean, slope, square]) boxBlurInPlace(each, radius)
  for (let i = 0; i < slope.data.length; i++) {
    const middle = guideMean.data[i]
    const variance = square.data[i] - middle * middle
    slope.data[i] = (slope.data[i] - middle * mean.data[i]) / (variance + epsilon)
    mean.data[i] -= slope.data[i] * middle
  }
  boxBlurInPlace(slope, radius)
  boxBlurInPlace(mean, radius)
  for (let i = 0; i < slope.data.length; i++) {
    mean.data[i] += slope.data[i] * guide.data[i]
  }
  return mean
}

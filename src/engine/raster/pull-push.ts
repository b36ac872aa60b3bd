import { createPlane, type Plane } from './plane.ts'

/**
 * Fills unknown samples from the known samples around them, in place (pull-push: Gortler et al.,
 * The Lumigraph, 1996).
 * @param trust confidence in each sample, 0 to 1.
 */
export function fillUnknown(planes: readonly Plane[], trust: Plane): void {
  for (const { data } of planes) {
    for (let i = 0; i < data.length; i++) data[i] *= trust.data[i]
  }
  fillWeighted(planes, trust)
}

function fillWeighted(planes: readonly Plane[], trust: Plane): void {
  if (trust.width <= 1 && trust.height <= 1) return
  const coarseTrust = sumFours(trust)
  const coarse = planes.map(sumFours)
  for (let i = 0; i < coarseTrust.data.length; i++) {
    const sum = coarseTrust.data[i]
    if (sum <= 1) continue
    for (const { data } of coarse) data[i] /= sum
    coarseTrust.data[i] = 1
  }
  fillWeighted(coarse, coarseTrust)
  for (let k = 0; k < planes.length; k++) pushDown(coarse[k], planes[k], trust)
}

function sumFours({ width, height, data }: Plane): Plane {
  const half = createPlane((width + 1) >> 1, (height + 1) >> 1)
  for (let y = 0; y < height; y++) {
    const row = (y >> 1) * half.width
    const offset = y * width
    for (let x = 0; x < width; x++) half.data[row + (x >> 1)] += data[offset + x]
  }
  return half
}

function pushDown(coarse: Plane, fine: Plane, trust: Plane): void {
  const { width, height, data } = fine
  const source = coarse.data
  for (let y = 0; y < height; y++) {
    const nearRow = y >> 1
    const farRow = Math.min(coarse.height - 1, Math.max(0, nearRow + (y & 1 ? 1 : -1)))
    const near = nearRow * coarse.width
    const far = farRow * coarse.width
    const offset = y * width
    for (let x = 0; x < width; x++) {
      const known = trust.data[offset + x]
      if (known >= 1) continue
      const nearX = x >> 1
      const farX = Math.min(coarse.width - 1, Math.max(0, nearX + (x & 1 ? 1 : -1)))
      const value =
        0.75 * (0.75 * source[near + nearX] + 0.25 * source[near + farX]) +
        0.25 * (0.75 * source[far + nearX] + 0.25 * source[far + farX])
      data[offset + x] += (1 - known) * value
    }
  }
}

/**
 * Returns the intersection over union of a mask and the true mask.
 * @param mask coverage of each pixel.
 */
export function maskOverlap(mask: Float32Array, isTrue: (pixel: number) => boolean): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < mask.length; i++) {
    const isFound = mask[i] > 0.5
    if (isFound && isTrue(i)) both++
    if (isFound || isTrue(i)) either++
  }
  return both / either
}

import type { Plane } from './plane.ts'

/** A box in samples, whose right and bottom are exclusive. */
export type PixelBox = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Returns the bounding box of coverage above 0.5, which is inverted if no pixel has such coverage.
 */
export function coveredBox({ width, height, data }: Plane): PixelBox {
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++) {
    const start = y * width
    const end = start + width
    let first = start
    while (first < end && data[first] <= 0.5) first++
    if (first === end) continue
    let last = end - 1
    while (data[last] <= 0.5) last--
    if (first - start < box.left) box.left = first - start
    if (last - start >= box.right) box.right = last - start + 1
    if (y < box.top) box.top = y
    box.bottom = y + 1
  }
  return box
}

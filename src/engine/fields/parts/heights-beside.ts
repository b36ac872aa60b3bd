import type { Plane } from '../../raster/plane.ts'

/** Returns the ascending heights of one part's nodes next to another part. */
export function heightsBeside(
  { width, data }: Plane,
  isPart: (i: number) => boolean,
  isOther: (i: number) => boolean,
): number[] {
  const heights: number[] = []
  for (let i = width; i < data.length - width; i++) {
    if (isPart(i) && [i - 1, i + 1, i - width, i + width].some(isOther)) heights.push(data[i])
  }
  return heights.toSorted((p, q) => p - q)
}

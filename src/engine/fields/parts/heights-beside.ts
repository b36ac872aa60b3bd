import type { Plane } from '../../raster/plane.ts'

/** Heights of one part's nodes that lie next to another's, from the lowest up. */
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

import { getLength } from './length.ts'
import type { ThreePlanes } from './plane.ts'

/** Returns the colour difference of two pixels (ΔE, CIE76). */
export const colourDifference = ([l, a, b]: ThreePlanes, one: number, other: number): number =>
  getLength(l.data[one] - l.data[other], a.data[one] - a.data[other], b.data[one] - b.data[other])

import { lengthOf } from './length.ts'
import type { ThreePlanes } from './plane.ts'

/** How far two pixels' colours are apart (ΔE, CIE76), by L*, a* and b*. */
export const colourDifference = ([l, a, b]: ThreePlanes, one: number, other: number): number =>
  lengthOf(l.data[one] - l.data[other], a.data[one] - a.data[other], b.data[one] - b.data[other])

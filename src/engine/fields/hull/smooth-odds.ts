import { outside } from './guess-inside.ts'
import type { Volume } from './keep-outlines.ts'

/** Surer than this is as sure as need be, and sways its neighbours no further. */
const surest = 4
/** Rounds of means over three cells, the middle one twice; with more, thin parts go. */
const rounds = 1

/** Evens out the odds of neighbours, each of which was asked about alone; cells beyond the outlines count for nothing. */
export function smoothOdds({ width, height, depth, data }: Volume): Volume {
  let from = data.map((value) =>
    value === outside ? outside : Math.min(surest, Math.max(-surest, value)),
  )
  const axes = [
    { step: 1, side: width },
    { step: width, side: height },
    { step: width * height, side: depth },
  ]
  for (let round = 0; round < rounds; round++)
    for (const axis of axes) from = meansAlong(from, axis)
  return { width, height, depth, data: from }
}

function meansAlong(from: Float32Array, { step, side }: { step: number; side: number }) {
  const to = new Float32Array(from.length)
  for (let i = 0; i < from.length; i++) {
    if (from[i] === outside) {
      to[i] = outside
      continue
    }
    const at = Math.floor(i / step) % side
    let [sum, count] = [2 * from[i], 2]
    if (at > 0 && from[i - step] !== outside) [sum, count] = [sum + from[i - step], count + 1]
    if (at + 1 < side && from[i + step] !== outside) {
      ;[sum, count] = [sum + from[i + step], count + 1]
    }
    to[i] = sum / count
  }
  return to
}

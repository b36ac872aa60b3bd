import { outside } from './guess-inside.ts'
import type { OddsVolume } from './keep-outlines.ts'

/**
 * Largest absolute log odds of a cell. Without this limit, certain cells would dominate their
 * neighbours.
 */
const surest = 4
const rounds = 1

/**
 * Smooths the log odds of neighbouring cells, because each cell was predicted separately. Ignores
 * cells beyond the outlines.
 */
export function smoothOdds({ width, height, depth, data }: OddsVolume): OddsVolume {
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

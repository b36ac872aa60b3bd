import { outside } from './guess-inside.ts'
import type { OddsVolume } from './keep-outlines.ts'

const rings = 2
const distanceMax = 3
const slopeMin = 0.4

/**
 * Converts the log odds that each cell is inside the shape to approximate distances from the
 * surface, in cells. Distances inside the shape are positive. Extrapolates values beyond the
 * outlines.
 */
export function guessDistance({ width, height, depth, data }: OddsVolume): OddsVolume {
  const steps = [1, width, width * height]
  const sides = [width, height, depth]
  const filled = continueBeyond({ width, height, depth, data })
  const result = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) {
    const at = [i % width, Math.floor(i / width) % height, Math.floor(i / (width * height))]
    let squares = slopeMin * slopeMin
    for (let axis = 0; axis < 3; axis++) {
      const before = at[axis] > 0 ? filled[i - steps[axis]] : filled[i]
      const after = at[axis] + 1 < sides[axis] ? filled[i + steps[axis]] : filled[i]
      squares += ((after - before) / 2) ** 2
    }
    result[i] = Math.max(-distanceMax, Math.min(distanceMax, filled[i] / Math.sqrt(squares)))
  }
  return { width, height, depth, data: result }
}

function continueBeyond({ width, height, depth, data }: OddsVolume): Float32Array {
  const filled = data.slice()
  const steps = [1, width, width * height]
  const sides = [width, height, depth]
  for (let ring = 0; ring < rings; ring++) {
    const known = filled.slice()
    for (let i = 0; i < filled.length; i++) {
      if (known[i] !== outside) continue
      let [sum, count] = [0, 0]
      for (let axis = 0, rest = i; axis < 3; axis++) {
        const at = rest % sides[axis]
        rest = Math.floor(rest / sides[axis])
        const before = at > 0 ? known[i - steps[axis]] : outside
        const after = at + 1 < sides[axis] ? known[i + steps[axis]] : outside
        if (before !== outside) [sum, count] = [sum + before, count + 1]
        if (after !== outside) [sum, count] = [sum + after, count + 1]
      }
      if (count > 0) filled[i] = sum / count
    }
  }
  return filled.map((value) => (value === outside ? distanceMax : value))
}

import { outside } from './guess-inside.ts'

/** Minimum log odds of the likeliest cell on each line of sight. */
const least = 0.3

export type OddsVolume = {
  readonly width: number
  readonly height: number
  readonly depth: number
  /**
   * One value per cell; columns vary fastest, then rows, then layers from the back to the front.
   */
  readonly data: Float32Array
}

/**
 * Raises the log odds on lines of sight without a likely cell, in place. At least one cell behind
 * each point of the outline must be filled.
 */
export function keepOutlines({ width, height, depth, data }: OddsVolume): void {
  const layer = width * height
  for (let i = 0; i < layer; i++) raise(data, { first: i, step: layer, count: depth })
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      raise(data, { first: z * layer + y * width, step: 1, count: width })
    }
  }
}

type Line = { readonly first: number; readonly step: number; readonly count: number }

function raise(data: Float32Array, { first, step, count }: Line): void {
  let most = outside
  for (let k = 0; k < count; k++) most = Math.max(most, data[first + k * step])
  if (most === outside || most >= least) return
  for (let k = 0; k < count; k++) data[first + k * step] += least - most
}

import { createPlane, type Plane } from '../raster/plane.ts'

/**
 * Minimum length of a run (an unbroken sequence of inside pixels in a row) after thinning, as a
 * fraction of its length.
 */
const leftLeast = 0.4

/**
 * Moves both ends of each run (an unbroken sequence of inside pixels in a row) inwards.
 * @param shiftOf returns the shift of each row, in pixels.
 */
export function thinRows({ width, height, data }: Plane, shiftOf: (y: number) => number): Plane {
  const thin = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    thinLine({ from: data, to: thin.data, first: y * width, step: 1, count: width }, shiftOf(y))
  }
  return thin
}

export function thinColumns({ width, height, data }: Plane, shift: number): Plane {
  const thin = createPlane(width, height)
  for (let x = 0; x < width; x++) {
    thinLine({ from: data, to: thin.data, first: x, step: width, count: height }, shift)
  }
  return thin
}

type Line = {
  readonly from: Float32Array
  readonly to: Float32Array
  readonly first: number
  readonly step: number
  readonly count: number
}

function thinLine({ from, to, first, step, count }: Line, shift: number): void {
  const value = (k: number) => (k < 0 || k >= count ? 0 : from[first + k * step])
  const read = (at: number) => {
    const left = Math.floor(at)
    return value(left) + (value(left + 1) - value(left)) * (at - left)
  }
  for (let start = 0; start < count; start++) {
    if (value(start) <= 0) continue
    let end = start
    let covered = value(start)
    while (value(end + 1) > 0) covered += value(++end)
    const most = Math.min(shift, (covered * (1 - leftLeast)) / 2)
    for (let n = start; n <= end; n++) {
      let least = Math.min(read(n - most), read(n + most))
      for (let m = Math.ceil(n - most); m <= n + most; m++) least = Math.min(least, value(m))
      to[first + n * step] = least
    }
    start = end
  }
}

import { copyPlane, type Plane } from './plane.ts'

/** Above this sigma, three box passes are faster than an exact Gaussian. */
const exactSigmaMax = 1.3

/**
 * Blurs with a Gaussian and repeated edges. Exact below sigma 1.3, approximated by three box passes
 * above.
 */
export function blur(plane: Plane, sigma: number): Plane {
  const result = copyPlane(plane)
  blurInPlace(result, sigma)
  return result
}

export function blurInPlace(plane: Plane, sigma: number): void {
  if (sigma <= 0.05) return
  const longest = Math.max(plane.width, plane.height)
  if (sigma < exactSigmaMax) filterLines(plane, filterGaussian, getGaussian(sigma, longest))
  else filterLines(plane, filterBoxes, getBoxes(sigma, longest))
}

/**
 * Replaces the plane's data by the mean over squares of `2 * radius + 1` samples, with repeated
 * edges.
 */
export function boxBlurInPlace(plane: Plane, radius: number): void {
  if (radius < 1) return
  const { width, height, data } = plane
  const spare = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    const line = data.subarray(y * width, (y + 1) * width)
    boxLine(line, spare, width, radius)
    line.set(spare)
  }
  boxColumns(plane, radius)
}

/** Does the same as `boxLine` for all columns at once, row by row, for fast memory access. */
function boxColumns({ width, height, data }: Plane, radius: number): void {
  const scale = 1 / (2 * radius + 1)
  const last = height - 1
  // Rows are overwritten before they leave the window.
  const kept = new Float32Array((radius + 1) * width)
  const sums = Float64Array.from({ length: width }, (_, x) => data[x] * radius)
  for (let y = 0; y < radius; y++) {
    const row = Math.min(y, last) * width
    for (let x = 0; x < width; x++) sums[x] += data[row + x]
  }
  for (let y = 0; y < height; y++) {
    const row = y * width
    const entering = Math.min(y + radius, last) * width
    kept.set(data.subarray(row, row + width), (y % (radius + 1)) * width)
    const leaving = (Math.max(0, y - radius) % (radius + 1)) * width
    for (let x = 0; x < width; x++) {
      const sum = sums[x] + data[entering + x]
      data[row + x] = sum * scale
      sums[x] = sum - kept[leaving + x]
    }
  }
}

/**
 * Filters `count` samples at the start of `line` in place. Define filters at module level and pass
 * `options`, because V8 would compile a closure again for each plane.
 */
export type LineFilter<Options> = (line: Float32Array, count: number, options: Options) => void

const stripWidth = 16

/**
 * Runs a filter over all rows, then over all columns. Columns are copied through a transposed strip
 * as wide as a cache line, for fast memory access.
 */
export function filterLines<Options>(
  plane: Plane,
  filter: LineFilter<Options>,
  options: Options,
): void {
  const { width, height, data } = plane
  for (let y = 0; y < height; y++) filter(data.subarray(y * width, (y + 1) * width), width, options)
  const strip: Float32Array[] = []
  for (let k = 0; k < stripWidth; k++) strip.push(new Float32Array(height))
  for (let left = 0; left < width; left += stripWidth) {
    const lines = Math.min(stripWidth, width - left)
    for (let y = 0, i = left; y < height; y++, i += width) {
      for (let k = 0; k < lines; k++) strip[k][y] = data[i + k]
    }
    for (let k = 0; k < lines; k++) filter(strip[k], height, options)
    for (let y = 0, i = left; y < height; y++, i += width) {
      for (let k = 0; k < lines; k++) data[i + k] = strip[k][y]
    }
  }
}

type Gaussian = {
  readonly radius: number
  readonly kernel: Float32Array
  readonly padded: Float32Array
}

function getGaussian(sigma: number, longest: number): Gaussian {
  const radius = Math.ceil(sigma * 3)
  const kernel = new Float32Array(radius + 1)
  let sum = 0
  for (let i = 0; i <= radius; i++) {
    kernel[i] = Math.exp((-i * i) / (2 * sigma * sigma))
    sum += i === 0 ? kernel[i] : 2 * kernel[i]
  }
  for (let i = 0; i <= radius; i++) kernel[i] /= sum
  return { radius, kernel, padded: new Float32Array(longest + 2 * radius) }
}

function filterGaussian(
  line: Float32Array,
  count: number,
  { radius, kernel, padded }: Gaussian,
): void {
  padded.fill(line[0], 0, radius)
  padded.set(line.length === count ? line : line.subarray(0, count), radius)
  padded.fill(line[count - 1], radius + count, count + 2 * radius)
  if (radius === 3) {
    gaussLine(padded, line, count, kernel[0], kernel[1], kernel[2], kernel[3])
    return
  }
  for (let x = 0, centre = radius; x < count; x++, centre++) {
    let value = kernel[0] * padded[centre]
    for (let i = 1; i <= radius; i++) {
      value += kernel[i] * (padded[centre - i] + padded[centre + i])
    }
    line[x] = value
  }
}

/** Applies a filter of seven taps. `padded` starts three samples before `line`. */
// oxlint-disable-next-line max-params -- for each line of a picture
function gaussLine(
  padded: Float32Array,
  line: Float32Array,
  count: number,
  k0: number,
  k1: number,
  k2: number,
  k3: number,
): void {
  let a = padded[0]
  let b = padded[1]
  let c = padded[2]
  let d = padded[3]
  let e = padded[4]
  let f = padded[5]
  for (let x = 0; x < count; x++) {
    const g = padded[x + 6]
    line[x] = k0 * d + k1 * (c + e) + k2 * (b + f) + k3 * (a + g)
    a = b
    b = c
    c = d
    d = e
    e = f
    f = g
  }
}

type Boxes = {
  readonly radii: readonly [number, number, number]
  readonly spare: Float32Array
}

// Returns three boxes of odd width whose variance is nearest to the Gaussian's (P. Kovesi, Fast
// Almost-Gaussian Filtering, 2010).
function getBoxes(sigma: number, longest: number): Boxes {
  const ideal = Math.sqrt((12 * sigma * sigma) / 3 + 1)
  let narrow = Math.floor(ideal)
  if (narrow % 2 === 0) narrow--
  const narrowPasses = Math.round(
    (12 * sigma * sigma - 3 * narrow * narrow - 12 * narrow - 9) / (-4 * narrow - 4),
  )
  const radius = (pass: number) => ((pass < narrowPasses ? narrow : narrow + 2) - 1) / 2
  return { radii: [radius(0), radius(1), radius(2)], spare: new Float32Array(longest) }
}

function filterBoxes(line: Float32Array, count: number, { radii, spare }: Boxes): void {
  boxLine(line, spare, count, radii[0])
  boxLine(spare, line, count, radii[1])
  boxLine(line, spare, count, radii[2])
  for (let x = 0; x < count; x++) line[x] = spare[x]
}

// oxlint-disable-next-line max-params -- for each line of a picture
function boxLine(source: Float32Array, target: Float32Array, count: number, radius: number): void {
  const scale = 1 / (2 * radius + 1)
  const last = count - 1
  // Before the first sample, the window holds the edge sample `radius` times and the next `radius`
  // samples.
  let sum = source[0] * radius
  for (let x = 0; x < radius; x++) sum += source[x < last ? x : last]
  const start = Math.min(radius, count)
  const end = Math.max(start, count - radius)
  for (let x = 0; x < start; x++) {
    sum += source[Math.min(x + radius, last)]
    target[x] = sum * scale
    sum -= source[0]
  }
  for (let x = start; x < end; x++) {
    sum += source[x + radius]
    target[x] = sum * scale
    sum -= source[x - radius]
  }
  for (let x = end; x < count; x++) {
    sum += source[last]
    target[x] = sum * scale
    sum -= source[x - radius]
  }
}

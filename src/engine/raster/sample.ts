import { createPlane, type Plane } from './plane.ts'

/** Samples bilinearly and clamps to the edge. */
export function sampleBilinear({ width, height, data }: Plane, x: number, y: number): number {
  const px = Math.min(width - 1, Math.max(0, x))
  const py = Math.min(height - 1, Math.max(0, y))
  const left = px | 0
  const top = py | 0
  const across = px - left
  const i = top * width + left
  const right = left < width - 1 ? i + 1 : i
  const down = top < height - 1 ? width : 0
  const upper = data[i] + (data[right] - data[i]) * across
  const lower = data[i + down] + (data[right + down] - data[i + down]) * across
  return upper + (lower - upper) * (py - top)
}

export function stretch(plane: Plane, width: number, height: number): Plane {
  return stretchBy(plane, {
    width,
    height,
    stepX: plane.width / width,
    stepY: plane.height / height,
  })
}

type Stretch = {
  readonly width: number
  readonly height: number
  readonly stepX: number
  readonly stepY: number
}

export function stretchBy(plane: Plane, { width, height, stepX, stepY }: Stretch): Plane {
  const result = createPlane(width, height)
  const lastX = plane.width - 1
  const lastY = plane.height - 1
  const left = new Int32Array(width)
  const across = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const sx = Math.min(lastX, Math.max(0, (x + 0.5) * stepX - 0.5))
    left[x] = Math.min(Math.max(0, lastX - 1), Math.floor(sx))
    across[x] = sx - left[x]
  }
  const stretchRow = (row: number, target: Float32Array) => {
    const source = plane.data.subarray(row * plane.width, (row + 1) * plane.width)
    readAlong(source, left, across, target)
  }
  // Keep two rows of the source, because neighbouring rows of the result usually use the same two
  // rows.
  let upper = new Float32Array(width)
  let lower = new Float32Array(width)
  let upperRow = -1
  let lowerRow = -1
  for (let y = 0; y < height; y++) {
    const sy = Math.min(lastY, Math.max(0, (y + 0.5) * stepY - 0.5))
    const top = Math.floor(sy)
    const bottom = Math.min(lastY, top + 1)
    if (top === lowerRow) {
      ;[upper, lower] = [lower, upper]
      upperRow = lowerRow
      lowerRow = -1
    }
    if (top !== upperRow) stretchRow((upperRow = top), upper)
    if (bottom !== lowerRow) stretchRow((lowerRow = bottom), lower)
    blend(upper, lower, sy - top, result.data, y * width)
  }
  return result
}

// Keep this loop in a separate function, because V8 runs the loop at half the speed inside the
// larger function.

// oxlint-disable-next-line max-params -- for each line of a picture
function readAlong(
  source: Float32Array,
  left: Int32Array,
  across: Float32Array,
  target: Float32Array,
): void {
  const right = source.length > 1 ? 1 : 0
  for (let x = 0; x < target.length; x++) {
    const i = left[x]
    const value = source[i]
    target[x] = value + (source[i + right] - value) * across[x]
  }
}

// oxlint-disable-next-line max-params -- for each line of a picture
function blend(
  upper: Float32Array,
  lower: Float32Array,
  fraction: number,
  target: Float32Array,
  offset: number,
): void {
  for (let x = 0; x < upper.length; x++) {
    const value = upper[x]
    target[offset + x] = value + (lower[x] - value) * fraction
  }
}

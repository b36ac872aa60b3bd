/** Brightness of a photo, 0 to 255, row by row from the top left. */
export type GreyImage = {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/**
 * Returns the brightness at a position between pixels by bilinear interpolation. The first pixel's
 * centre is at 0.5 px. Returns NaN outside.
 */
export function sampleGrey({ width, height, data }: GreyImage, x: number, y: number): number {
  const left = Math.floor(x - 0.5)
  const top = Math.floor(y - 0.5)
  if (!(left >= 0 && top >= 0 && left < width - 1 && top < height - 1)) return Number.NaN
  const across = x - 0.5 - left
  const down = y - 0.5 - top
  const i = top * width + left
  const upper = data[i] + across * (data[i + 1] - data[i])
  const lower = data[i + width] + across * (data[i + width + 1] - data[i + width])
  return upper + down * (lower - upper)
}

export function toGrey(rgb: Uint8Array, width: number, height: number): GreyImage {
  const data = new Uint8Array(width * height)
  for (let i = 0, k = 0; i < data.length; i++, k += 3) {
    data[i] = (rgb[k] * 77 + rgb[k + 1] * 150 + rgb[k + 2] * 29) >> 8
  }
  return { width, height, data }
}

import sharp from 'sharp'
import type { DecodedPicture } from '../decode.ts'
import type { Foreground } from '../mask/find-foreground.ts'
import { createPlane, type Plane } from '../raster/plane.ts'

export type FramedPicture = {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
  /** Probability that each pixel belongs to the main object, 0 on the frame. */
  readonly salience: Plane
  readonly frame: number
}

const frameFraction = 0.028
/** Brightness of the frame, as a fraction of the brightness of the picture's mean colour. */
const frameTone = 0.38

export async function addFrame(
  { width, height, rgba }: DecodedPicture,
  { alpha }: Foreground,
): Promise<FramedPicture> {
  const frame = Math.max(4, Math.round(frameFraction * Math.max(width, height)))
  const sums = [0, 0, 0]
  for (let i = 0; i < rgba.length; i += 4) {
    for (let c = 0; c < 3; c++) sums[c] += rgba[i + c]
  }
  const [r, g, b] = sums.map((sum) => Math.round((sum / (width * height)) * frameTone))
  const { data, info } = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .extend({ top: frame, bottom: frame, left: frame, right: frame, background: { r, g, b } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const salience = createPlane(info.width, info.height)
  for (let y = 0; y < height; y++) {
    salience.data.set(
      alpha.data.subarray(y * width, (y + 1) * width),
      (y + frame) * info.width + frame,
    )
  }
  return { width: info.width, height: info.height, rgb: data, salience, frame }
}

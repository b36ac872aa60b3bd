import sharp from 'sharp'
import type { DecodedPicture } from '../decode.ts'
import { labFromLinear, linearPlanes } from '../raster/colour-space.ts'
import type { ThreePlanes } from '../raster/plane.ts'

/**
 * Returns the picture in CIELAB on white, shrunk to a long side of `longSide` px and a short side
 * of at least `shortSideMin` px.
 */
export async function labPicture(
  { width, height, rgba }: DecodedPicture,
  longSide: number,
  shortSideMin: number,
): Promise<ThreePlanes> {
  const scale = Math.min(1, longSide / Math.max(width, height))
  const { data, info } = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .resize(
      Math.max(shortSideMin, Math.round(width * scale)),
      Math.max(shortSideMin, Math.round(height * scale)),
      { fit: 'fill', kernel: 'cubic' },
    )
    .raw()
    .toBuffer({ resolveWithObject: true })
  return labFromLinear(
    linearPlanes(data, { width: info.width, height: info.height, channels: info.channels }),
  )
}

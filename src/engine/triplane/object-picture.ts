import sharp from 'sharp'
import type { DecodedPicture } from '../decode.ts'
import { EngineError } from '../errors.ts'
import type { Plane } from '../raster/plane.ts'

/**
 * Size of the object as a fraction of the picture, as in TripoSR's training. Other sizes give wrong
 * proportions.
 */
const framing = 0.85
/** Colour of the background. On a white background, the network adds a sheet behind the object. */
const grey = '#808080'
const boxAlpha = 0.02

/** Returns the object on a grey background, as planes of red, green and blue from 0 to 1. */
export async function prepareObjectPicture(
  { width, height, rgba }: DecodedPicture,
  alpha: Plane,
  sidePx: number,
): Promise<Float32Array> {
  let [left, top, right, bottom] = [width, height, -1, -1]
  const cut = Buffer.from(rgba)
  for (let i = 0; i < alpha.data.length; i++) {
    cut[i * 4 + 3] = Math.round(255 * alpha.data[i])
    if (alpha.data[i] < boxAlpha) continue
    left = Math.min(left, i % width)
    right = Math.max(right, i % width)
    top = Math.min(top, Math.floor(i / width))
    bottom = Math.max(bottom, Math.floor(i / width))
  }
  if (right < left) throw new EngineError('no_foreground', 'There is no object in this picture.')
  const [across, down] = [right - left + 1, bottom - top + 1]
  const side = Math.floor(Math.max(across, down) / framing)
  const [before, above] = [Math.floor((side - across) / 2), Math.floor((side - down) / 2)]
  const framed = await sharp(cut, { raw: { width, height, channels: 4 } })
    .extract({ left, top, width: across, height: down })
    .flatten({ background: grey })
    .extend({
      left: before,
      right: side - across - before,
      top: above,
      bottom: side - down - above,
      background: grey,
    })
    .removeAlpha()
    .raw()
    .toBuffer()
  const pixels = await sharp(framed, { raw: { width: side, height: side, channels: 3 } })
    .resize(sidePx, sidePx, { kernel: 'linear' })
    .raw()
    .toBuffer()
  const count = sidePx * sidePx
  const planes = new Float32Array(3 * count)
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) planes[c * count + i] = pixels[3 * i + c] / 255
  }
  return planes
}

import sharp from 'sharp'
import { decodePicture } from '../decode.ts'
import type { PictureMask } from '../messages.ts'
import type { MaskNetworks } from './network.ts'
import { findForeground } from './find-foreground.ts'

/**
 * Finds the object's mask without making a model.
 * @param masks the mask networks, or the path of an ONNX file, which is read only when needed.
 * @throws {EngineError} if the picture cannot be read or shows nothing.
 */
export async function computeMask(
  bytes: Uint8Array,
  masks: string | MaskNetworks,
): Promise<PictureMask> {
  const picture = await decodePicture(bytes)
  const { alpha, source, confidence, missing = [] } = await findForeground(picture, masks)
  const { width, height } = alpha
  const grey = Uint8Array.from(alpha.data, (value) => Math.round(value * 255))
  const png = await sharp(grey, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer()
  return { png: new Uint8Array(png), source, confidence, missing, widthPx: width, heightPx: height }
}

import sharp from 'sharp'
import type { DecodedPhoto } from './scan-view.ts'

const longSide = 1600
const pixelsMax = 100_000_000

/**
 * Decodes a photo to sRGB with a long side of 1600 px. Upright photos are rotated to landscape, so
 * that all photos of a phone have the same lens parameters.
 * @returns undefined if the bytes are damaged or not a picture.
 */
export async function decodePhoto(bytes: Uint8Array): Promise<DecodedPhoto | undefined> {
  try {
    const source = sharp(bytes, { limitInputPixels: pixelsMax }).autoOrient()
    const { autoOrient } = await source.metadata()
    const isUpright = autoOrient.height > autoOrient.width
    const { data, info } = await source
      .resize({
        ...(isUpright ? { height: longSide } : { width: longSide }),
        withoutEnlargement: true,
      })
      .rotate(isUpright ? 90 : 0)
      .toColourspace('srgb')
      .flatten({ background: '#808080' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    if (info.channels === 3) return { width, height, data, isUpright }
    if (info.channels !== 1) return undefined
    return { width, height, data: repeatChannel(data), isUpright }
  } catch {
    return undefined
  }
}

function repeatChannel(grey: Uint8Array): Uint8Array {
  const data = new Uint8Array(grey.length * 3)
  for (let i = 0; i < data.length; i++) data[i] = grey[Math.floor(i / 3)]
  return data
}

import { TGALoader } from 'three/addons/loaders/TGALoader.js'
import type { EmbeddedPicture } from '../../mesh/parts.ts'
import { readBmp } from './bmp.ts'
import { readGif } from './gif.ts'
import { type RawPicture, sideMax, writePng } from './png.ts'

/**
 * Returns a picture that a GLB can hold. The kind is detected from the content, because file
 * extensions are often wrong. BMP, GIF and TGA become PNG.
 * @returns undefined for other kinds and damaged files.
 */
export function toGltfPicture(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): EmbeddedPicture | undefined {
  const mimeType = getGltfKind(bytes)
  if (mimeType !== undefined) return { mimeType, bytes, name }
  const raw = decode(bytes, name)
  return raw && { mimeType: 'image/png', bytes: writePng(raw), name }
}

function getGltfKind(bytes: Uint8Array): string | undefined {
  const starts = (...signature: readonly number[]) =>
    signature.every((byte, at) => bytes[at] === byte)
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'image/png'
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  const isWebp = starts(0x52, 0x49, 0x46, 0x46) && bytes[8] === 0x57 && bytes[9] === 0x45
  return isWebp ? 'image/webp' : undefined
}

function decode(bytes: Uint8Array<ArrayBuffer>, name: string): RawPicture | undefined {
  try {
    if (bytes[0] === 0x42 && bytes[1] === 0x4d) return readBmp(bytes)
    if (bytes[0] === 0x47 && bytes[1] === 0x49 && bytes[2] === 0x46) return readGif(bytes)
    // A TGA has no signature, so its file extension decides.
    return /\.(?:tga|targa|vda|icb|vst)$/i.test(name) ? readTga(bytes) : undefined
  } catch {
    return undefined
  }
}

function readTga(bytes: Uint8Array<ArrayBuffer>): RawPicture | undefined {
  const { data, width = 0, height = 0 } = new TGALoader().parse(bytes.slice().buffer)
  if (!data || !(width > 0 && height > 0) || width > sideMax || height > sideMax) return undefined
  return { width, height, pixels: new Uint8Array(data) }
}

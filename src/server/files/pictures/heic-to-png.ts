import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { findHeicProfile } from './heic-profile.ts'

/** Length in bytes of the signature and the first chunk (IHDR) of a PNG. */
const headerEnd = 8 + 4 + 4 + 13 + 4

/**
 * Converts a HEIC to an upright PNG that keeps the colour profile.
 * @param checkSides throws for sides that are not accepted, before a pixel is decoded.
 * @throws {Error} when the file is damaged.
 */
export async function heicToPng(
  bytes: Uint8Array,
  checkSides: (widthPx: number, heightPx: number) => void,
): Promise<Uint8Array> {
  // The decoder is loaded on first use, because compiling takes memory and few pictures are HEIC.
  const [{ decodeHeic }, wasm] = await Promise.all([
    import('#model-files/pictures/heic/decode-heic.ts'),
    readFile(createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')),
  ])
  const binary = Uint8Array.from(wasm).buffer
  const { data, widthPx, heightPx } = await decodeHeic(bytes, binary, checkSides)
  const png = await sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const profile = findHeicProfile(bytes)
  if (profile === undefined) return png
  return Buffer.concat([
    png.subarray(0, headerEnd),
    chunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(profile)])),
    png.subarray(headerEnd),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.byteLength)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}

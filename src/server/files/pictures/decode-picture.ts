import sharp, { type Sharp } from 'sharp'
import { pictureLimits, type PictureFile } from '#contract/files.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { DecodedKind } from './picture-kind.ts'
import { tooMuch } from '../too-much.ts'

export type NormalPicture = {
  bytes: Uint8Array
  mimeType: PictureFile['mimeType']
  widthPx: number
  heightPx: number
  /** Whether any pixel is transparent. */
  hasAlpha: boolean
}

/**
 * The picture upright, in 8-bit sRGB, without any metadata, in the format it came in. AVIF and TIFF, which
 * few services take, become PNG where they are transparent and JPEG where not; GIF becomes PNG. It is fully
 * decoded on the way, so what comes out is whole. Of several frames or pages the first is kept.
 *
 * It runs beside the server, in a process of its own.
 *
 * @throws {HttpError} `too_large`, or `bad_picture` with a sentence that says what is wrong. Size and
 *   sides are checked before a pixel is decoded.
 */
export async function decodePicture(bytes: Uint8Array, kind: DecodedKind): Promise<NormalPicture> {
  const { hasAlpha: hasAlphaChannel } = await checkHeader(bytes)
  try {
    const hasAlpha = hasAlphaChannel && (await hasTransparentPixel(bytes))
    const mimeType = keptTypeOf(kind, hasAlpha)
    const upright = decode(bytes).autoOrient().toColourspace('srgb')
    const { data, info } = await encode(
      hasAlpha ? upright : upright.removeAlpha(),
      mimeType,
      hasAlpha,
    ).toBuffer({ resolveWithObject: true })
    return { bytes: data, mimeType, widthPx: info.width, heightPx: info.height, hasAlpha }
  } catch (cause) {
    throw damaged(cause)
  }
}

function keptTypeOf(kind: DecodedKind, hasAlpha: boolean): PictureFile['mimeType'] {
  switch (kind) {
    case 'image/gif':
      return 'image/png'
    case 'image/avif':
    case 'image/tiff':
      return hasAlpha ? 'image/png' : 'image/jpeg'
    case 'image/png':
    case 'image/jpeg':
    case 'image/webp':
      return kind
  }
}

const sidesMax = pictureLimits.sidePxMax

const decode = (bytes: Uint8Array) =>
  // Stricter than `error`, harmless warnings of real cameras' files would be refused.
  sharp(bytes, { limitInputPixels: sidesMax * sidesMax, failOn: 'error' })

async function checkHeader(bytes: Uint8Array): Promise<{ hasAlpha: boolean }> {
  // Without a limit, since this reads the header only, and the sentence needs the real sides.
  const { width, height, hasAlpha } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw damaged(cause)
    })
  const { sidePxMin, sidePxMax } = pictureLimits
  const sides = `${width.toLocaleString('en')} × ${height.toLocaleString('en')} px`
  if (Math.max(width, height) > sidePxMax) {
    throw new HttpError(
      'bad_picture',
      `The picture has ${sides}. The longest side can be at most ${sidePxMax.toLocaleString('en')} px.`,
    )
  }
  if (Math.min(width, height) < sidePxMin) {
    throw new HttpError(
      'bad_picture',
      `The picture has only ${sides}. Each side needs at least ${sidePxMin} px.`,
    )
  }
  return { hasAlpha }
}

async function hasTransparentPixel(bytes: Uint8Array): Promise<boolean> {
  const alpha = await decode(bytes)
    .toColourspace('srgb')
    .extractChannel('alpha')
    .raw({ depth: 'uchar' })
    .toBuffer()
  return alpha.some((value) => value < 255)
}

function encode(picture: Sharp, mimeType: PictureFile['mimeType'], hasAlpha: boolean) {
  switch (mimeType) {
    case 'image/png':
      return picture.png({ compressionLevel: 6 })
    case 'image/jpeg':
      return picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    case 'image/webp':
      // Lossy WebP blurs the colours along a cut-out's edge. More effort costs seconds and saves little.
      return hasAlpha
        ? picture.webp({ lossless: true, effort: 0 })
        : picture.webp({ quality: 95, effort: 2, smartSubsample: true })
  }
}

const damaged = (cause: unknown): HttpError =>
  // What libvips and its decoders say where they are refused memory.
  /memory|alloc/i.test(String(cause))
    ? tooMuch(cause)
    : new HttpError('bad_picture', 'The picture is damaged or incomplete.', { cause })

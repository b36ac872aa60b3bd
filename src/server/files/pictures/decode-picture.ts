import sharp, { type Metadata, type Sharp } from 'sharp'
import { getEnlargement, pictureLimits, type PictureFile } from '#contract/files.ts'
import { HttpError } from '../../errors/http-error.ts'
import { heicToPng } from './heic-to-png.ts'
import { findHiddenOrientation, turnUpright } from './orientation.ts'
import type { DecodedKind } from './picture-kind.ts'
import { readRareTiff } from './rare-tiff.ts'
import { createPictureTooLargeError } from '../picture-too-large.ts'

export type NormalPicture = {
  bytes: Uint8Array
  mimeType: PictureFile['mimeType']
  widthPx: number
  heightPx: number
  hasAlpha: boolean
}

export type DecodeOptions = {
  kind: DecodedKind
  /** Resizes a picture whose sides exceed the limits instead of refusing it. */
  isResized: boolean
}

/**
 * Returns the picture upright, in 8-bit sRGB, without metadata, in the format of the file. Few
 * services accept AVIF, HEIC and TIFF, so these become PNG if they are transparent and JPEG
 * otherwise. GIF becomes PNG. The picture is decoded completely, so a truncated file is an error.
 * Only the first frame or page is used. Runs in a separate process.
 * @throws {HttpError} `too_large`, or `bad_picture` with a sentence that says what is wrong. Size
 * and sides are checked before a pixel is decoded.
 */
export async function decodeUpload(
  given: Uint8Array,
  { kind, isResized }: DecodeOptions,
): Promise<NormalPicture> {
  const upload = await readUpload(given, kind)
  const hidden = findHiddenOrientation(await readMetadata(upload), upload)
  const bytes = await resizeToLimits(upload, isResized)
  const { hasAlpha: hasAlphaChannel } = await checkHeader(bytes)
  try {
    const hasAlpha = hasAlphaChannel && (await hasTransparentPixel(bytes))
    const mimeType = getKeptType(kind, hasAlpha)
    const upright = turnUpright(decode(bytes), hidden).toColourspace('srgb')
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

function getKeptType(kind: DecodedKind, hasAlpha: boolean): PictureFile['mimeType'] {
  switch (kind) {
    case 'image/gif':
      return 'image/png'
    case 'image/avif':
    case 'image/heic':
    case 'image/tiff':
      return hasAlpha ? 'image/png' : 'image/jpeg'
    case 'image/png':
    case 'image/jpeg':
    case 'image/webp':
      return kind
  }
}

const sidesMax = pictureLimits.sidePxMax
/**
 * Maximum width and height of a picture that is made smaller. PNG and JPEG of this size are read
 * row by row.
 */
const resizedSidesMax = 16_000

/**
 * Enlarges a picture below the limits by a whole factor, so that its edges stay sharp.
 * @param canShrink also shrinks a picture above the limits.
 */
async function resizeToLimits(bytes: Uint8Array, canShrink: boolean): Promise<Uint8Array> {
  const { sidePxMax } = pictureLimits
  const limits = { limitInputPixels: resizedSidesMax * resizedSidesMax, failOn: 'error' } as const
  const { width, height } = await readMetadata(bytes)
  try {
    if (Math.max(width, height) > sidePxMax && canShrink) {
      const size = { width: sidePxMax, height: sidePxMax, fit: 'inside' as const }
      return await sharp(bytes, limits).resize(size).keepMetadata().toBuffer()
    }
    const factor = getEnlargement(width, height)
    if (factor === 1) return bytes
    const size = { width: width * factor, height: height * factor, kernel: 'nearest' as const }
    return await sharp(bytes, limits).resize(size).keepMetadata().png().toBuffer()
  } catch (cause) {
    throw damaged(cause)
  }
}

const decode = (bytes: Uint8Array) =>
  // A stricter `failOn` would refuse files of cameras that cause harmless warnings.
  sharp(bytes, { limitInputPixels: sidesMax * sidesMax, failOn: 'error' })

async function checkHeader(bytes: Uint8Array): Promise<{ hasAlpha: boolean }> {
  const { width, height, hasAlpha } = await readMetadata(bytes)
  checkSides(width, height)
  return { hasAlpha }
}

/** Without a pixel limit, because the error message contains the real sides. */
const readMetadata = (bytes: Uint8Array): Promise<Metadata> =>
  sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw damaged(cause)
    })

function checkSides(width: number, height: number): void {
  checkLongestSide(width, height)
  const { sidePxMin } = pictureLimits
  if (Math.min(width, height) < sidePxMin) {
    throw new HttpError(
      'bad_picture',
      `The picture has only ${describeSides(width, height)}. Each side needs at least ${sidePxMin} px.`,
    )
  }
}

function checkLongestSide(width: number, height: number): void {
  const { sidePxMax } = pictureLimits
  if (Math.max(width, height) <= sidePxMax) return
  throw new HttpError(
    'bad_picture',
    `The picture has ${describeSides(width, height)}. The longest side can be at most ${sidePxMax.toLocaleString('en')} px.`,
  )
}

const describeSides = (width: number, height: number): string =>
  `${width.toLocaleString('en')} × ${height.toLocaleString('en')} px`

async function readUpload(bytes: Uint8Array, kind: DecodedKind): Promise<Uint8Array> {
  try {
    if (kind === 'image/heic') return await heicToPng(bytes, checkLongestSide)
    return kind === 'image/tiff' ? await readRareTiff(bytes, sidesMax * sidesMax) : bytes
  } catch (cause) {
    throw cause instanceof HttpError ? cause : damaged(cause)
  }
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
      // Lossy WebP blurs the colours along transparent edges, so WebP is lossless for transparent
      // pictures. More effort costs seconds and saves little.
      return hasAlpha
        ? picture.webp({ lossless: true, effort: 0 })
        : picture.webp({ quality: 95, effort: 2, smartSubsample: true })
  }
}

const damaged = (cause: unknown): HttpError =>
  // libvips and its decoders report a failed memory allocation with such messages.
  /memory|alloc/i.test(String(cause))
    ? createPictureTooLargeError(cause)
    : new HttpError('bad_picture', 'The picture is damaged or incomplete.', { cause })

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
  isResized: boolean
}

/**
 * Returns the picture upright, in 8-bit sRGB, without metadata. JPEG, PNG and WebP keep their
 * format, and others become PNG or JPEG. Only the first frame or page is used. Runs in a separate
 * process.
 * @throws {HttpError} `too_large`, or `bad_picture` with a sentence that explains the problem. Size
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
/** Maximum width and height in pixels of a picture that is made smaller. */
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
  // A stricter `failOn` would refuse camera files that cause harmless warnings.
  sharp(bytes, { limitInputPixels: sidesMax * sidesMax, failOn: 'error' })

async function checkHeader(bytes: Uint8Array): Promise<{ hasAlpha: boolean }> {
  const { width, height, hasAlpha } = await readMetadata(bytes)
  checkSides(width, height)
  return { hasAlpha }
}

/** No pixel limit is set, because the error message contains the real sides. */
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
      // WebP is lossless for transparent pictures, because lossy WebP blurs the colours along
      // transparent edges.
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

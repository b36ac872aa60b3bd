import sharp, { type Sharp } from 'sharp'
import { pictureLimits, type PictureFile } from '#contract/files.ts'
import { HttpError } from '../errors.ts'
import { pictureKindOf, type PictureKind } from './picture-kind.ts'

export type NormalPicture = {
  bytes: Uint8Array
  mimeType: PictureFile['mimeType']
  widthPx: number
  heightPx: number
  /** Whether any pixel is transparent. */
  hasAlpha: boolean
}

/**
 * The picture upright, in 8-bit sRGB, without any metadata, in the format it came in; of AVIF, which
 * few services take, a PNG where it is transparent and a JPEG where not. It is fully decoded on the
 * way, so what comes out is whole. Of an animation the first frame is kept.
 *
 * @throws {HttpError} `too_large`, or `bad_picture` with a sentence that says what is wrong. Size and
 *   sides are checked before a pixel is decoded.
 */
export async function normalizePicture(bytes: Uint8Array): Promise<NormalPicture> {
  const kind = checkKind(bytes)
  const { hasAlpha: hasAlphaChannel } = await checkHeader(bytes)
  try {
    const hasAlpha = hasAlphaChannel && (await hasTransparentPixel(bytes))
    const mimeType = kind !== 'image/avif' ? kind : hasAlpha ? 'image/png' : 'image/jpeg'
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

const sidesMax = pictureLimits.sidePxMax

const decode = (bytes: Uint8Array) =>
  // Stricter than `error`, harmless warnings of real cameras' files would be refused.
  sharp(bytes, { limitInputPixels: sidesMax * sidesMax, failOn: 'error' })

function checkKind(bytes: Uint8Array): Extract<PictureKind, { mimeType: unknown }>['mimeType'] {
  if (bytes.byteLength === 0) throw new HttpError('bad_picture', 'The file is empty.')
  if (bytes.byteLength > pictureLimits.sizeBytesMax) {
    const megabytes = Math.ceil(bytes.byteLength / 1024 / 1024)
    throw new HttpError(
      'too_large',
      `The picture has ${megabytes} MB. The most is ${pictureLimits.sizeBytesMax / 1024 / 1024} MB.`,
    )
  }
  const kind = pictureKindOf(bytes)
  if ('mimeType' in kind) return kind.mimeType
  throw new HttpError(
    'bad_picture',
    `The file is ${kind.otherName}, whatever its name says. Use a PNG, JPEG, WebP or AVIF picture.`,
  )
}

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
      `The picture has ${sides}. The longest side may have ${sidePxMax.toLocaleString('en')} px.`,
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
  new HttpError('bad_picture', 'The picture is damaged: it cannot be read to its end.', { cause })

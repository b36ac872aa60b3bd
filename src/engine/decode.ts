import sharp from 'sharp'
import { clamp } from '#lib/clamp.ts'
import { EngineError } from './errors.ts'

/** Upright sRGB pixels, four bytes each, alpha not premultiplied. */
export type DecodedPicture = {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
  /**
   * Decoded pixels per pixel of the file. Above 1 for small pictures, which `decodePicture`
   * enlarges.
   */
  readonly scale: number
}

/**
 * Longest side of the decoded picture, in pixels. With the crop's margin, the picture fits into a
 * texture of 2048 px.
 */
const longSideMax = 1960
/** Pictures with a shorter long side than this, in pixels, are enlarged. */
const longSideMin = 512
/**
 * Long side of enlarged pictures, in pixels. A mesh of a larger picture follows the outline more
 * finely.
 */
const enlargedSide = 768
const shortSideMin = 24
const stripRatio = 8
/** A picture is blank if its pixels differ by at most this (of 255). JPEG noise is weaker. */
const blankLevels = 4
const pixelsMax = 100_000_000

/**
 * Decodes any picture that sharp reads, rotates it upright and scales its long side to 512 to 1960
 * px.
 * @throws {EngineError} `picture_unreadable` if the bytes are damaged or not a picture,
 *   `picture_transparent` if almost every pixel is transparent, `picture_narrow` if it is a strip.
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  const picture = await readPixels(bytes).catch((cause: unknown) => {
    if (cause instanceof EngineError) throw cause
    throw new EngineError(
      'picture_unreadable',
      'The picture cannot be read: the file is damaged or of an unknown kind.',
      { cause },
    )
  })
  let visible = 0
  for (let i = 3; i < picture.rgba.length; i += 4) if (picture.rgba[i] > 16) visible++
  if (visible < 16) {
    throw new EngineError('picture_transparent', 'The picture is fully transparent.')
  }
  return picture
}

export function refuseBlank(picture: DecodedPicture): void {
  if (!isBlank(picture)) return
  throw new EngineError(
    'picture_blank',
    'The picture is blank: it is a single colour. Choose one that shows an object.',
  )
}

/**
 * Returns whether all pixels have almost the same colour. A cut-out in one colour is not blank,
 * because its outline is visible.
 */
function isBlank({ rgba }: DecodedPicture): boolean {
  for (let c = 0; c < 4; c++) {
    let [least, most] = [255, 0]
    for (let i = c; i < rgba.length; i += 4) {
      if (rgba[i] < least) least = rgba[i]
      if (rgba[i] > most) most = rgba[i]
      if (most - least > blankLevels) return false
    }
  }
  return true
}

async function readPixels(bytes: Uint8Array): Promise<DecodedPicture> {
  const source = sharp(bytes, { limitInputPixels: pixelsMax }).autoOrient().toColourspace('srgb')
  const { autoOrient } = await source.metadata()
  const longSide = Math.max(autoOrient.width, autoOrient.height)
  const scale =
    longSide > longSideMax
      ? longSideMax / longSide
      : longSide < longSideMin
        ? clamp(enlargedSide / longSide, 1, 4)
        : 1
  refuseStrip(autoOrient, scale)
  const { data, info } = await source
    .ensureAlpha()
    .resize(
      Math.max(8, Math.round(autoOrient.width * scale)),
      Math.max(8, Math.round(autoOrient.height * scale)),
      { fit: 'fill', kernel: 'lanczos3' },
    )
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, rgba: data, scale }
}

function refuseStrip({ width, height }: { width: number; height: number }, scale: number): void {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  if (shorter * scale >= shortSideMin || longer < shorter * stripRatio) return
  const sides = `${width.toLocaleString('en')} × ${height.toLocaleString('en')} px`
  throw new EngineError(
    'picture_narrow',
    `The picture is a narrow strip of ${sides}, in which no object can be made out. Crop it to the object.`,
  )
}

import sharp from 'sharp'
import { clamp } from '#lib/clamp.ts'
import { EngineError } from './errors.ts'

/** Upright sRGB pixels, four bytes each, alpha not premultiplied. */
export type Picture = {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
  /** Pixels here per pixel of the file; above 1 for small pictures, which are enlarged. */
  readonly scale: number
}

/** Leaves room for the crop's margin in a texture of 2048 px, so that nothing is resampled. */
const longSideMax = 1960
const longSideMin = 512
/** Small pictures grow to this size at most, for contours finer than their pixels. */
const enlargedSide = 768
/** Levels of 255 by which a blank sheet differs from itself, as JPEG files have it. */
const blankLevels = 4
const pixelsMax = 100_000_000

/**
 * Decodes any picture that sharp reads, turned upright, at 512 to 1960 px on its long side.
 *
 * @throws {EngineError} `picture_unreadable` if the bytes are damaged or no picture at all,
 *   `picture_transparent` if there is next to nothing to see on it.
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const picture = await readPixels(bytes).catch((cause: unknown) => {
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

/** @throws {EngineError} `picture_blank` if it has one colour all over. */
export function refuseBlank(picture: Picture): void {
  if (!isBlank(picture)) return
  throw new EngineError(
    'picture_blank',
    'The picture is blank: it is a single colour. Choose one that shows an object.',
  )
}

/** A cut-out of one colour is none: its outline is what it shows. */
function isBlank({ rgba }: Picture): boolean {
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

async function readPixels(bytes: Uint8Array): Promise<Picture> {
  const source = sharp(bytes, { limitInputPixels: pixelsMax }).autoOrient().toColourspace('srgb')
  const { autoOrient } = await source.metadata()
  const longSide = Math.max(autoOrient.width, autoOrient.height)
  const scale =
    longSide > longSideMax
      ? longSideMax / longSide
      : longSide < longSideMin
        ? clamp(enlargedSide / longSide, 1, 4)
        : 1
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

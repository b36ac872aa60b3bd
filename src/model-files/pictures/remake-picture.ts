import { clamp } from '#lib/clamp.ts'
import { PictureError } from './picture-error.ts'

const qualities = [0.92, 0.85, 0.75]
const roundsMax = 8

/** Limits of a picture's size and format. Without a list of formats, all formats are accepted. */
export type PictureBounds = {
  sidePxMax: number
  sizeBytesMax: number
  mimeTypes?: readonly string[] | undefined
}

/**
 * Converts a picture to an accepted format and size. With JPEG and PNG accepted, transparent
 * pictures become PNG and others JPEG.
 * @throws {PictureError} if the browser cannot read the picture, or cannot make it small enough.
 */
export async function remakePicture(source: Blob, bounds: PictureBounds): Promise<Blob> {
  const bitmap = await createImageBitmap(source).catch((cause: unknown) => {
    throw new PictureError('This browser cannot read the picture. Save it as PNG or JPEG first.', {
      cause,
    })
  })
  try {
    const { sizeBytesMax, mimeTypes } = bounds
    let scale = scaleTo(bitmap, bounds.sidePxMax)
    for (let round = 0; round < roundsMax; round++) {
      const canvas = drawn(bitmap, scale)
      const type = typeFor(canvas, mimeTypes)
      for (const quality of type === 'image/png' ? [1] : qualities) {
        const blob = await encode(canvas, type, quality)
        if (blob.size <= sizeBytesMax) return blob
      }
      scale *= 0.75
    }
    throw new PictureError('The picture cannot be made small enough. Choose another one.')
  } finally {
    bitmap.close()
  }
}

/** Returns the factor, at most 1, that reduces the longer side to `sideMax`. */
export const scaleTo = (
  { width, height }: { width: number; height: number },
  sideMax: number,
): number => Math.min(1, sideMax / Math.max(width, height))

function drawn(bitmap: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = clamp(Math.round(bitmap.width * scale), 1, bitmap.width)
  canvas.height = clamp(Math.round(bitmap.height * scale), 1, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) throw new PictureError('The browser ran out of memory for the picture.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

function typeFor(canvas: HTMLCanvasElement, taken?: readonly string[]): 'image/png' | 'image/jpeg' {
  if (taken && !taken.includes('image/jpeg')) return 'image/png'
  if (taken && !taken.includes('image/png')) return 'image/jpeg'
  return isOpaque(canvas) ? 'image/jpeg' : 'image/png'
}

function isOpaque(canvas: HTMLCanvasElement): boolean {
  const context = canvas.getContext('2d')
  const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false
  return true
}

const encode = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob) resolve(blob)
        else reject(new PictureError('The browser could not create the picture.'))
      },
      type,
      quality,
    )
  })

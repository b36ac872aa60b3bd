import { serverUrlSchema } from './server-url.ts'
import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/** Picture types that the server accepts and converts to a stored type. */
export const convertedMimeTypes = ['image/avif', 'image/heic', 'image/tiff', 'image/gif'] as const

/** Limits of an uploaded picture. The server checks its header before decoding. */
export const pictureLimits = {
  sizeBytesMax: 20 * 1024 * 1024,
  sidePxMin: 20,
  sidePxMax: 6000,
  mimeTypes: ['image/png', 'image/jpeg', 'image/webp'],
} as const

/** Side in pixels to which small pictures such as pixel art are enlarged. */
const enlargedSidePx = 512

/**
 * Returns the integer factor by which the server enlarges a small picture, or 1 for other pictures.
 * An integer keeps the edges sharp.
 */
export function getEnlargement(widthPx: number, heightPx: number): number {
  const { sidePxMin, sidePxMax } = pictureLimits
  const [shorter, longer] = [Math.min(widthPx, heightPx), Math.max(widthPx, heightPx)]
  if (shorter >= sidePxMin || shorter <= 0) return 1
  const factor = Math.max(Math.ceil(sidePxMin / shorter), Math.floor(enlargedSidePx / longer))
  return factor * longer > sidePxMax ? 1 : factor
}

export const uploadBytesMax = 32 * 1024 * 1024

/** A stored picture, upright and without metadata. Equal pictures are stored once. */
export const pictureFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  sizeBytes: z.int().check(z.positive()),
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  hasAlpha: z.boolean(),
  sha256: z.string().check(z.length(64)),
  url: serverUrlSchema,
})
export type PictureFile = z.infer<typeof pictureFileSchema>

/** Object that the server has detected in a stored picture. */
export const cutoutMaskSchema = z.object({
  /** Method of the detection: the file's transparency, a uniform background, or an ONNX model. */
  source: z.enum(['alpha', 'backdrop', 'network']),
  /** Confidence from 0 to 1. Below 0.3, the picture may not show a single object. */
  confidence: z.number(),
  /** Size of the mask in pixels, with the picture's aspect ratio. */
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  /**
   * Horizontal strips of the object that the mask may lack. Coordinates are fractions of width and
   * height.
   */
  missing: z.array(
    z.object({
      strips: z.array(z.object({ x: z.number(), toX: z.number(), y: z.number() })),
      strip: z.number(),
    }),
  ),
  /** Greyscale PNG, white where the object is. */
  maskUrl: serverUrlSchema,
})
export type CutoutMask = z.infer<typeof cutoutMaskSchema>

export const remotePictureSchema = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(2000)),
})

/** Stored pictures, most recently used picture first. */
export const pictureListSchema = z.object({ pictures: z.array(pictureFileSchema) })
export type PictureList = z.infer<typeof pictureListSchema>

import { serverUrlSchema } from './server-url.ts'
import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/** Types that are accepted for upload and converted to one of the stored types. */
export const convertedMimeTypes = ['image/avif', 'image/heic', 'image/tiff', 'image/gif'] as const

/** Limits of an uploaded picture. They are checked from its header, before decoding. */
export const pictureLimits = {
  sizeBytesMax: 20 * 1024 * 1024,
  sidePxMin: 20,
  sidePxMax: 6000,
  mimeTypes: ['image/png', 'image/jpeg', 'image/webp'],
} as const

/** Pictures such as pixel art are enlarged to this side, in pixels. */
const enlargedSidePx = 512

/**
 * Returns the whole number by which the server enlarges a small picture, so that its edges stay
 * sharp. Returns 1 for other pictures.
 */
export function getEnlargement(widthPx: number, heightPx: number): number {
  const { sidePxMin, sidePxMax } = pictureLimits
  const [shorter, longer] = [Math.min(widthPx, heightPx), Math.max(widthPx, heightPx)]
  if (shorter >= sidePxMin || shorter <= 0) return 1
  const factor = Math.max(Math.ceil(sidePxMin / shorter), Math.floor(enlargedSidePx / longer))
  return factor * longer > sidePxMax ? 1 : factor
}

export const uploadBytesMax = 32 * 1024 * 1024

/** A stored picture: upright, without metadata. Equal pictures are stored once. */
export const pictureFileSchema = z.object({
  /** Value of `file_token` in params. */
  id: idSchema,
  name: z.string(),
  mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  sizeBytes: z.int().check(z.positive()),
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  /** True if at least one pixel is transparent. */
  hasAlpha: z.boolean(),
  sha256: z.string().check(z.length(64)),
  url: serverUrlSchema,
})
export type PictureFile = z.infer<typeof pictureFileSchema>

/** Detected object in a stored picture. */
export const cutoutMaskSchema = z.object({
  /** Method: the file's transparency, a uniform background, or an ONNX model. */
  source: z.enum(['alpha', 'backdrop', 'network']),
  /** From 0 to 1. Below 0.3 the picture may not show a single object. */
  confidence: z.number(),
  /** Size of the mask in pixels. It has the picture's aspect ratio. */
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  /**
   * Parts that may be missing in the mask, as horizontal strips. Coordinates are fractions of width
   * and height.
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

/** Stored pictures, most recently used first. */
export const pictureListSchema = z.object({ pictures: z.array(pictureFileSchema) })
export type PictureList = z.infer<typeof pictureListSchema>

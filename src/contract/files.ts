import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/** Kinds that may be uploaded beyond those that are kept; they are turned into one of these. */
export const convertedMimeTypes = ['image/avif', 'image/heic', 'image/tiff', 'image/gif'] as const

/** Limits of an uploaded picture; checked from its header, before it is decoded. */
export const pictureLimits = {
  sizeBytesMax: 20 * 1024 * 1024,
  sidePxMin: 20,
  sidePxMax: 6000,
  mimeTypes: ['image/png', 'image/jpeg', 'image/webp'],
} as const

/** Largest body of an upload, in bytes. */
export const uploadBytesMax = 32 * 1024 * 1024

/** A stored picture: upright, without metadata, once per content. */
export const pictureFileSchema = z.object({
  /** The `file_token` of params. */
  id: idSchema,
  /** The name it came with; for people only. */
  name: z.string(),
  mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  sizeBytes: z.int().check(z.positive()),
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  /** Whether any pixel is transparent. */
  hasAlpha: z.boolean(),
  sha256: z.string().check(z.length(64)),
  /** Where the page can load it from. */
  url: z.string(),
})
export type PictureFile = z.infer<typeof pictureFileSchema>

/** Where the object is in a stored picture, as far as a machine can tell. */
export const cutoutMaskSchema = z.object({
  /** By the file's own transparency, by its plain backdrop, or by the mask network. */
  source: z.enum(['alpha', 'backdrop', 'network']),
  /** 0 to 1; below 0.3 there may be no single object. */
  confidence: z.number(),
  /** Of the mask; the picture's proportions, at another size. */
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  /** What it may leave out, as strips across the picture: places as shares of its width and height. */
  missing: z.array(
    z.object({
      strips: z.array(z.object({ x: z.number(), toX: z.number(), y: z.number() })),
      strip: z.number(),
    }),
  ),
  /** A grey PNG, white where the object is. */
  maskUrl: z.string(),
})
export type CutoutMask = z.infer<typeof cutoutMaskSchema>

/** A picture on the web, to be fetched by the server. */
export const remotePictureSchema = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(2000)),
})

/** Stored pictures, the one used last first. */
export const pictureListSchema = z.object({ pictures: z.array(pictureFileSchema) })
export type PictureList = z.infer<typeof pictureListSchema>

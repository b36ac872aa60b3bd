import { z } from 'zod'
import { idSchema } from './id.ts'

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
  sizeBytes: z.number().int().positive(),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  /** Whether any pixel is transparent. */
  hasAlpha: z.boolean(),
  sha256: z.string().length(64),
  /** Where the page can load it from. */
  url: z.string(),
})
export type PictureFile = z.infer<typeof pictureFileSchema>

import { z } from 'zod'
import { modelStatsSchema } from './assets.ts'

/** The secret part of a link: 192 random bits. */
export const shareTokenSchema = z.string().regex(/^[\w-]{32}$/)

/** `PUT /api/assets/:id/share`, and `GET`, where `share` is absent while there is no link. */
export const shareSchema = z.object({
  token: shareTokenSchema,
  /** The page's address on this server: `/share/…`. */
  path: z.string(),
  createdAt: z.iso.datetime(),
})
export type Share = z.infer<typeof shareSchema>
export const shareStateSchema = z.object({ share: shareSchema.optional() })
export type ShareState = z.infer<typeof shareStateSchema>

/** `GET /api/share/:token`: what whoever has the link may know of the asset, and no more. */
export const sharedAssetSchema = z.object({
  name: z.string(),
  createdAt: z.iso.datetime(),
  mimeType: z.string(),
  sizeBytes: z.number().int().positive(),
  stats: modelStatsSchema.optional(),
  url: z.string(),
  thumbnailUrl: z.string().optional(),
})
export type SharedAsset = z.infer<typeof sharedAssetSchema>

import * as z from 'zod/mini'
import { modelStatsSchema } from './assets.ts'

/** The secret part of a link: 192 random bits. */
export const shareTokenSchema = z.string().check(z.regex(/^[\w-]{32}$/))

/** `PUT /api/assets/:id/share`, and `GET`, where `share` is absent while there is no link. */
export const shareSchema = z.object({
  token: shareTokenSchema,
  /** The page's address on this server: `/share/…`. */
  path: z.string(),
  createdAt: z.iso.datetime(),
})
export type Share = z.infer<typeof shareSchema>
export const shareStateSchema = z.object({ share: z.optional(shareSchema) })
export type ShareState = z.infer<typeof shareStateSchema>

/** `GET /api/share/:token`: what whoever has the link may know of the asset, and no more. */
export const sharedAssetSchema = z.object({
  name: z.string(),
  createdAt: z.iso.datetime(),
  mimeType: z.string(),
  sizeBytes: z.int().check(z.positive()),
  stats: z.optional(modelStatsSchema),
  url: z.string(),
  thumbnailUrl: z.optional(z.string()),
})
export type SharedAsset = z.infer<typeof sharedAssetSchema>

import { serverUrlSchema } from '../server-url.ts'
import * as z from 'zod/mini'
import { modelStatsSchema } from '../assets.ts'
import { shareTokenSchema } from './share-token.ts'

export const shareSchema = z.object({
  token: shareTokenSchema,
  path: z.string(),
  createdAt: z.iso.datetime(),
})
export const altTextLengthMax = 500
/**
 * Body of `PATCH /api/assets/:id/share`. Absent fields do not change, and null removes a value.
 * `PUT` creates a link with these options; its body is optional.
 */
export const changeAssetShareSchema = z.object({
  /** False if the shared page hides the downloads. */
  canDownload: z.optional(z.boolean()),
  /** Description of the model for people who cannot see the model. */
  altText: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(altTextLengthMax)))),
  expiresAt: z.optional(z.nullable(z.iso.datetime())),
})
export type ChangeAssetShare = z.infer<typeof changeAssetShareSchema>

/** Response of `PUT`, `PATCH` and `GET /api/assets/:id/share`. `share` is absent without a link. */
export const assetShareSchema = z.extend(shareSchema, {
  canDownload: z.boolean(),
  altText: z.optional(z.string()),
  expiresAt: z.optional(z.iso.datetime()),
  /** True if the origins in `BOZZETTO_EMBED_ORIGINS` may embed the shared page in a frame. */
  canEmbed: z.optional(z.boolean()),
})
export type AssetShare = z.infer<typeof assetShareSchema>
export const shareStateSchema = z.object({ share: z.optional(assetShareSchema) })
export type ShareState = z.infer<typeof shareStateSchema>

/**
 * Response of `GET /api/share/:token`: the fields of an asset that are visible to anyone with the
 * link.
 */
export const sharedAssetSchema = z.object({
  name: z.string(),
  createdAt: z.iso.datetime(),
  mimeType: z.string(),
  sizeBytes: z.int().check(z.positive()),
  stats: z.optional(modelStatsSchema),
  url: serverUrlSchema,
  thumbnailUrl: z.optional(serverUrlSchema),
  canDownload: z.boolean(),
  altText: z.optional(z.string()),
})
export type SharedAsset = z.infer<typeof sharedAssetSchema>

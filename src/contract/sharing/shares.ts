import * as z from 'zod/mini'
import { modelStatsSchema } from '../assets.ts'
import { attachmentSchema } from '../chat/chat.ts'
import { shareTokenSchema } from './share-token.ts'

/** A link. */
export const shareSchema = z.object({
  token: shareTokenSchema,
  /** The page's address on this server: `/share/…`. */
  path: z.string(),
  createdAt: z.iso.datetime(),
})
export type Share = z.infer<typeof shareSchema>
/** `PUT /api/assets/:id/share`, and `GET`, where `share` is absent while there is no link. */
export const assetShareSchema = z.extend(shareSchema, {
  /** Whether pages of other origins may show it in a frame: `BOZZETTO_EMBED_ORIGINS` names some. */
  canEmbed: z.optional(z.boolean()),
})
export type AssetShare = z.infer<typeof assetShareSchema>
export const shareStateSchema = z.object({ share: z.optional(assetShareSchema) })
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

/** `PUT /api/conversations/:id/share`: what the link shows beside the words, and whether one may go on from there. */
export const chatShareOptionsSchema = z.object({
  withFiles: z.boolean(),
  canContinue: z.boolean(),
})
export type ChatShareOptions = z.infer<typeof chatShareOptionsSchema>

/** `PUT /api/conversations/:id/share`, and `GET`, where `share` is absent while there is no link. */
export const chatShareSchema = z.extend(shareSchema, chatShareOptionsSchema.shape)
export type ChatShare = z.infer<typeof chatShareSchema>
export const chatShareStateSchema = z.object({ share: z.optional(chatShareSchema) })
export type ChatShareState = z.infer<typeof chatShareStateSchema>

/**
 * `GET /api/shared-chats/:token`: the branch that is shown, as it is now. No instructions, thoughts, tool calls or
 * prices. With `canContinue`, `/export` gives it as a file to import elsewhere, and `POST /continue` copies it here.
 */
export const sharedChatSchema = z.object({
  title: z.string(),
  createdAt: z.iso.datetime(),
  canContinue: z.boolean(),
  messages: z.array(
    z.object({
      id: z.string(),
      role: z.enum(['user', 'assistant']),
      text: z.string(),
      modelId: z.optional(z.string()),
      /** Documents are read at `/api/shared-chats/:token/documents/:id`. */
      attachments: z.optional(z.array(attachmentSchema)),
      /** Pages of the web that the answer cites, as [number] in its text. */
      sources: z.optional(
        z.array(
          z.object({ number: z.int().check(z.positive()), title: z.string(), url: z.string() }),
        ),
      ),
      /** Files that the link does not show. */
      hiddenFiles: z.optional(z.int().check(z.positive())),
    }),
  ),
})
export type SharedChat = z.infer<typeof sharedChatSchema>

import * as z from 'zod/mini'
import { modelStatsSchema } from '../assets.ts'
import { serverUrlSchema } from '../server-url.ts'
import { shareSchema } from '../sharing/shares.ts'
import { attachmentSchema } from './chat.ts'

/**
 * Body of `PUT /api/conversations/:id/share`: options for showing files and for letting readers
 * continue the chat.
 */
export const chatShareOptionsSchema = z.object({
  withFiles: z.boolean(),
  canContinue: z.boolean(),
})
export type ChatShareOptions = z.infer<typeof chatShareOptionsSchema>

/** Response of `PUT` and `GET /api/conversations/:id/share`. `share` is absent without a link. */
export const chatShareSchema = z.extend(shareSchema, chatShareOptionsSchema.shape)
export type ChatShare = z.infer<typeof chatShareSchema>
export const chatShareStateSchema = z.object({ share: z.optional(chatShareSchema) })
export type ChatShareState = z.infer<typeof chatShareStateSchema>

const sharedModelSchema = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  stats: z.optional(modelStatsSchema),
  url: serverUrlSchema,
  thumbnailUrl: z.optional(serverUrlSchema),
})
export type SharedModel = z.infer<typeof sharedModelSchema>

/**
 * Response of `GET /api/shared-chats/:token`: the visible branch without instructions, reasoning,
 * tool calls and prices. With `canContinue`, `GET …/export` returns the branch as a file, and `POST
 * …/continue` copies the branch to the caller's account.
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
      /** Documents are available at `/api/shared-chats/:token/documents/:id`. */
      attachments: z.optional(z.array(attachmentSchema)),
      sources: z.optional(
        z.array(
          z.object({ number: z.int().check(z.positive()), title: z.string(), url: z.string() }),
        ),
      ),
      hiddenFiles: z.optional(z.int().check(z.positive())),
      /** Number of apps of MCP servers, which only the owner can use. */
      hiddenApps: z.optional(z.int().check(z.positive())),
      /** 3D models of the answer, with addresses that work without a session. */
      models: z.optional(z.array(sharedModelSchema)),
    }),
  ),
})
export type SharedChat = z.infer<typeof sharedChatSchema>

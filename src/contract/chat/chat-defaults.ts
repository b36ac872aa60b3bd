import * as z from 'zod/mini'
import { instructionsMax } from './library.ts'

/** Maximum number of models for which a person can set instructions or params. */
export const chatDefaultsMax = 200

/**
 * Body of `PUT /api/chat/defaults`: instructions and params of a person that apply to all chats
 * with one model, or instructions for all chats if `modelId` is missing. Empty instructions and
 * params delete the stored ones.
 */
export const chatDefaultSchema = z.object({
  modelId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  instructions: z.string().check(z.trim(), z.maxLength(instructionsMax)),
  params: z.record(z.string().check(z.maxLength(64)), z.unknown()),
})
export type ChatDefault = z.infer<typeof chatDefaultSchema>

/** Response of `GET` and `PUT /api/chat/defaults`. */
export const chatDefaultListSchema = z.object({ defaults: z.array(chatDefaultSchema) })
export type ChatDefaultList = z.infer<typeof chatDefaultListSchema>

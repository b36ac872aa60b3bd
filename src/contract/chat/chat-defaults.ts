import * as z from 'zod/mini'
import { instructionsMax } from './library.ts'

/** Maximum number of models with own instructions or params, per person. */
export const chatDefaultsMax = 200

/**
 * Body of `PUT /api/chat/defaults`: instructions and params of a person that apply to all chats
 * with one model, or instructions for all chats if `modelId` is missing. Empty values delete them.
 */
export const chatDefaultSchema = z.object({
  modelId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  instructions: z.string().check(z.trim(), z.maxLength(instructionsMax)),
  params: z.record(z.string().check(z.maxLength(64)), z.unknown()),
})
export type ChatDefault = z.infer<typeof chatDefaultSchema>

/** Response of `GET /api/chat/defaults` and of `PUT`. */
export const chatDefaultListSchema = z.object({ defaults: z.array(chatDefaultSchema) })
export type ChatDefaultList = z.infer<typeof chatDefaultListSchema>

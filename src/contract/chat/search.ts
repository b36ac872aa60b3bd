import * as z from 'zod/mini'
import { conversationSchema } from './chat.ts'
import { idSchema } from '../id.ts'

/** Query of `GET /api/search`. */
export const searchQuerySchema = z.object({
  /**
   * Words that must all occur. The last word may be incomplete. `"in quotes"` matches a phrase, and
   * `-word` excludes a word.
   */
  q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  role: z.optional(z.enum(['user', 'assistant'])),
  folderId: z.optional(idSchema),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

export const snippetSchema = z.array(z.object({ text: z.string(), isMatch: z.boolean() }))
export type Snippet = z.infer<typeof snippetSchema>

export const searchHitSchema = z.object({
  conversation: conversationSchema,
  message: z.optional(
    z.object({ id: idSchema, role: z.enum(['user', 'assistant']), createdAt: z.iso.datetime() }),
  ),
  snippet: snippetSchema,
})
export type SearchHit = z.infer<typeof searchHitSchema>

/**
 * Response of `GET /api/search`, one page: matching titles, then matching messages, newest first.
 */
export const searchPageSchema = z.object({
  hits: z.array(searchHitSchema),
  nextCursor: z.optional(z.string()),
})
export type SearchPage = z.infer<typeof searchPageSchema>

import { z } from 'zod'
import { conversationSchema } from './chat.ts'
import { idSchema } from './id.ts'

/** Query of `GET /api/search`. */
export const searchQuerySchema = z.object({
  /** Words that must all be there; the last may be unfinished. `"in quotes"` stay together, `-word` must not be there. */
  q: z.string().trim().min(1).max(200),
  role: z.enum(['user', 'assistant']).optional(),
  folderId: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

/** Text in pieces, of which some were searched for. */
export const snippetSchema = z.array(z.object({ text: z.string(), isMatch: z.boolean() }))
export type Snippet = z.infer<typeof snippetSchema>

export const searchHitSchema = z.object({
  conversation: conversationSchema,
  /** Where it was found; absent: in the conversation's title. */
  message: z
    .object({ id: idSchema, role: z.enum(['user', 'assistant']), createdAt: z.iso.datetime() })
    .optional(),
  snippet: snippetSchema,
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** One page of `GET /api/search`: titles first, then messages, newest first. */
export const searchPageSchema = z.object({
  hits: z.array(searchHitSchema),
  nextCursor: z.string().optional(),
})
export type SearchPage = z.infer<typeof searchPageSchema>

import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

/**
 * Response of `GET /api/people/:id/chats?cursor=` for admins: a user's chats, most recently used
 * first.
 */
export const chatsOfPersonSchema = z.object({
  chats: z.array(z.object({ id: idSchema, title: z.string(), updatedAt: z.iso.datetime() })),
  nextCursor: z.optional(z.string()),
})
export type ChatsOfPerson = z.infer<typeof chatsOfPersonSchema>

/**
 * Response of `GET /api/people/:id/chats/:chatId` for admins: the messages of all branches, oldest
 * first.
 */
export const chatOfPersonSchema = z.object({
  title: z.string(),
  messages: z.array(
    z.object({
      id: idSchema,
      role: z.enum(['user', 'assistant']),
      text: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
})
export type ChatOfPerson = z.infer<typeof chatOfPersonSchema>

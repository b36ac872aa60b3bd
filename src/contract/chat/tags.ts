import * as z from 'zod/mini'

/** Maximum number of tags of a chat. */
export const chatTagsMax = 20
/** Maximum length of a tag, in UTF-16 units. */
export const chatTagLengthMax = 40

export const chatTagSchema = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(chatTagLengthMax))

/** Response of `GET /api/chat/tags`: the tags of all chats outside the trash, sorted by name. */
export const chatTagListSchema = z.object({
  tags: z.array(z.object({ name: z.string(), chats: z.int() })),
})
export type ChatTag = z.infer<typeof chatTagListSchema>['tags'][number]

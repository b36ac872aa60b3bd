import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/** What can change in another tab, on another device, or by itself. */
export const changedTopics = ['connections', 'models', 'downloads', 'chats'] as const
export type ChangedTopic = (typeof changedTopics)[number]

/** `GET /api/changes`, a stream of server-sent events: what is shown of the topic is out of date. */
export const changeSchema = z.object({
  topic: z.enum(changedTopics),
  /** Of `chats`: the one that changed; absent where it may be any, or what stands around them. */
  id: z.optional(idSchema),
})
export type Change = z.infer<typeof changeSchema>

import * as z from 'zod/mini'
import { idSchema } from './id.ts'

export const changedTopics = ['connections', 'models', 'downloads', 'chats'] as const
export type ChangedTopic = (typeof changedTopics)[number]

/**
 * Event of the SSE stream `GET /api/changes?ageMs=…`: cached data of the topic is out of date. The
 * stream begins with the changes of the last `ageMs` milliseconds.
 */
export const changeSchema = z.object({
  topic: z.enum(changedTopics),
  /**
   * Id of the changed chat, only for the topic `chats`. Undefined if several chats or the list of
   * chats may have changed.
   */
  id: z.optional(idSchema),
})
export type TopicChange = z.infer<typeof changeSchema>

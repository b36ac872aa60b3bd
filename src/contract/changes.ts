import { z } from 'zod'

/** What can change in another tab, on another device, or by itself. */
export const changedTopics = ['connections', 'models'] as const
export type ChangedTopic = (typeof changedTopics)[number]

/** `GET /api/changes`, a stream of server-sent events: what is shown of the topic is out of date. */
export const changeSchema = z.object({ topic: z.enum(changedTopics) })
export type Change = z.infer<typeof changeSchema>

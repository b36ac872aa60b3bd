import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

/** Entries at most, and UTF-16 units of each. */
export const memoriesMax = 200
export const memoryLengthMax = 500

/** Body of `PUT /api/memory`. */
export const putMemoryStateSchema = z.object({ isOn: z.boolean() })

/** Body of `PUT /api/memory/:id`, which makes or changes an entry. */
export const putMemorySchema = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(memoryLengthMax)),
})

/** `GET /api/memory`, and the answer to each change: what every chat is told while it is on. */
export const memoryStateSchema = z.object({
  isOn: z.boolean(),
  /** The newest first. */
  memories: z.array(z.object({ id: idSchema, text: z.string(), createdAt: z.iso.datetime() })),
})
export type MemoryState = z.infer<typeof memoryStateSchema>

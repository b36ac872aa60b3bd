import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

/** Maximum number of entries in the memory of one user. */
export const memoriesMax = 200
/** Maximum length of a memory entry, in UTF-16 units. */
export const memoryLengthMax = 500
/** Maximum length of the entries that are sent with a question, in UTF-16 units. */
export const sentMemoryLengthMax = 12_000

/** Converts an entry to its line in the prompt. */
export const toMemoryLine = (text: string): string => `- ${text.replaceAll('\n', ' ')}`

/** Returns how many of the entries, newest first, are sent with a question. */
export function countSentMemories(texts: readonly string[]): number {
  let left = sentMemoryLengthMax
  const first = texts.findIndex((text) => (left -= toMemoryLine(text).length) < 0)
  return first < 0 ? texts.length : first
}

/** Body of `PUT /api/memory`. */
export const putMemoryStateSchema = z.object({ isOn: z.boolean() })

/** Body of `PUT /api/memory/:id`, which creates or changes an entry. */
export const putMemorySchema = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(memoryLengthMax)),
})

/**
 * Response of `GET /api/memory` and of each change. Every chat receives the entries while `isOn` is
 * true.
 */
export const memoryStateSchema = z.object({
  isOn: z.boolean(),
  memories: z.array(z.object({ id: idSchema, text: z.string(), createdAt: z.iso.datetime() })),
})
export type MemoryState = z.infer<typeof memoryStateSchema>

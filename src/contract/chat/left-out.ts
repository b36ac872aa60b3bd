import * as z from 'zod/mini'

/** A field of a request that the service does not take, so that the answer was made without it. */
export const leftOutSchema = z.object({
  /** By OpenAI's name: `temperature`. */
  field: z.string(),
  /** The value that was sent instead; absent: none. */
  sent: z.optional(z.string()),
})
export type LeftOut = z.infer<typeof leftOutSchema>

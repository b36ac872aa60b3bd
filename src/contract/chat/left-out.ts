import * as z from 'zod/mini'

/**
 * A field of a chat request that the server removes or changes, because the provider rejects the
 * requested value.
 */
export const leftOutSchema = z.object({
  /** OpenAI's name of the field, such as `temperature`. */
  field: z.string(),
  /** The value that the server sent to the provider. Undefined if the server removed the field. */
  sent: z.optional(z.string()),
})
export type LeftOut = z.infer<typeof leftOutSchema>

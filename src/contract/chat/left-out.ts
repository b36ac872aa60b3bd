import * as z from 'zod/mini'

/** A request field that was left out or changed because the provider rejects it. */
export const leftOutSchema = z.object({
  /** OpenAI's name of the field, such as `temperature`. */
  field: z.string(),
  /** The value that was sent. Undefined if the field was left out. */
  sent: z.optional(z.string()),
})
export type LeftOut = z.infer<typeof leftOutSchema>

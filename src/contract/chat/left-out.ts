import * as z from 'zod/mini'

/** A request field that was omitted or changed because the service rejects it. */
export const leftOutSchema = z.object({
  /** OpenAI's name of the field, such as `temperature`. */
  field: z.string(),
  /** The value that was sent instead. Absent: the field was omitted. */
  sent: z.optional(z.string()),
})
export type LeftOut = z.infer<typeof leftOutSchema>

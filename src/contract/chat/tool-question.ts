import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

/** Maximum number of fields of a tool's form. The server rejects larger forms. */
export const questionFieldsMax = 30
const textLengthMax = 10_000

/** One field of a form that a tool shows during its call. */
export const questionFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.optional(z.string()),
  kind: z.enum(['text', 'number', 'integer', 'boolean', 'choice', 'choices']),
  format: z.optional(z.enum(['email', 'uri', 'date', 'date-time'])),
  /** Smallest number, minimum text length, or minimum number of `choices`. */
  min: z.optional(z.number()),
  /** Largest number, maximum text length, or maximum number of `choices`. */
  max: z.optional(z.number()),
  options: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
  default: z.optional(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  isRequired: z.boolean(),
})
export type QuestionField = z.infer<typeof questionFieldSchema>

/**
 * A question that a tool asks the user during its call: a form, a page to open, or Python code that
 * the page runs.
 */
export const toolQuestionSchema = z.object({
  id: idSchema,
  from: z.string(),
  message: z.string(),
  fields: z.optional(z.array(questionFieldSchema)),
  url: z.optional(z.string()),
  python: z.optional(z.object({ code: z.string() })),
})
export type ToolQuestion = z.infer<typeof toolQuestionSchema>

const answerValueSchema = z.union([
  z.string().check(z.maxLength(textLengthMax)),
  z.number(),
  z.boolean(),
  z.array(z.string().check(z.maxLength(textLengthMax))).check(z.maxLength(200)),
])

/** Body of `POST /api/runs/:id/tool-calls/:index/answer`. */
export const toolAnswerSchema = z.strictObject({
  questionId: idSchema,
  /**
   * `accept` submits the form or confirms that the page was opened. `cancel` dismisses the
   * question.
   */
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.optional(z.record(z.string().check(z.maxLength(200)), answerValueSchema)),
})
export type ToolAnswer = z.infer<typeof toolAnswerSchema>

export const toolProgressSchema = z.object({
  done: z.number(),
  total: z.optional(z.number()),
  message: z.optional(z.string()),
})
export type ToolProgress = z.infer<typeof toolProgressSchema>

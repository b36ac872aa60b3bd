import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

/** Fields of one form; a server that asks for more is refused. */
export const questionFieldsMax = 30
const textLengthMax = 10_000

/** One field of a form that a tool shows in the middle of its call. */
export const questionFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.optional(z.string()),
  kind: z.enum(['text', 'number', 'integer', 'boolean', 'choice', 'choices']),
  format: z.optional(z.enum(['email', 'uri', 'date', 'date-time'])),
  /** Smallest number or shortest text; of `choices` the fewest. */
  min: z.optional(z.number()),
  /** Largest number or longest text; of `choices` the most. */
  max: z.optional(z.number()),
  options: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
  default: z.optional(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  isRequired: z.boolean(),
})
export type QuestionField = z.infer<typeof questionFieldSchema>

/** A question that a tool asks the person in the middle of its call: a form, or a page to open. */
export const toolQuestionSchema = z.object({
  id: idSchema,
  /** Name of the MCP server that asks. */
  from: z.string(),
  message: z.string(),
  fields: z.optional(z.array(questionFieldSchema)),
  /** Page that the server wants the person to open. */
  url: z.optional(z.string()),
})
export type ToolQuestion = z.infer<typeof toolQuestionSchema>

const answerValueSchema = z.union([
  z.string().check(z.maxLength(textLengthMax)),
  z.number(),
  z.boolean(),
  z.array(z.string().check(z.maxLength(textLengthMax))).check(z.maxLength(200)),
])

/** `POST /api/runs/:id/tool-calls/:index/answer`. */
export const toolAnswerSchema = z.strictObject({
  questionId: idSchema,
  /** `accept` sends the form or says that the page was opened; `cancel` dismisses the question. */
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.optional(z.record(z.string().check(z.maxLength(200)), answerValueSchema)),
})
export type ToolAnswer = z.infer<typeof toolAnswerSchema>

/** How far a running tool is. */
export const toolProgressSchema = z.object({
  done: z.number(),
  total: z.optional(z.number()),
  message: z.optional(z.string()),
})
export type ToolProgress = z.infer<typeof toolProgressSchema>

import { z } from 'zod'
import { failureSchema } from './errors.ts'
import { idSchema } from './id.ts'

/** Longest message, in bytes of UTF-8. */
export const messageBytesMax = 1024 * 1024

export const conversationSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** The model used last, so that the picker starts there. */
  modelId: z.string().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Conversation = z.infer<typeof conversationSchema>

export const conversationListSchema = z.object({ conversations: z.array(conversationSchema) })
export type ConversationList = z.infer<typeof conversationListSchema>

export const renameConversationSchema = z.object({ title: z.string().trim().min(1).max(200) })

/**
 * `running` while words come; then `completed`, `stopped` by a person, `failed`, or `interrupted`
 * when the server ended in the middle. The text written until then is always kept.
 */
export const runStatusSchema = z.enum(['running', 'completed', 'stopped', 'failed', 'interrupted'])
export type RunStatus = z.infer<typeof runStatusSchema>

export const usageSchema = z.object({
  promptTokens: z.number().int().nonnegative(),
  completionTokens: z.number().int().nonnegative(),
})
export type Usage = z.infer<typeof usageSchema>

/** One answer being produced. It goes on when no browser listens. */
export const runSchema = z.object({
  id: idSchema,
  modelId: z.string(),
  status: runStatusSchema,
  failure: failureSchema.optional(),
  usage: usageSchema.optional(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  /** Milliseconds from the start to the first word. */
  firstTokenMs: z.number().nonnegative().optional(),
})
export type Run = z.infer<typeof runSchema>

/** Messages of a conversation form a tree by `parentId`; the newest leaf is what is shown. */
export const messageSchema = z.object({
  id: idSchema,
  conversationId: idSchema,
  parentId: idSchema.optional(),
  role: z.enum(['user', 'assistant']),
  /** Markdown. */
  text: z.string(),
  /** What the model thought before it answered, where it says so. */
  reasoning: z.string().optional(),
  /** Assistant messages: the run that wrote or is writing it. */
  run: runSchema.optional(),
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof messageSchema>

/** `GET /api/conversations/:id`. */
export const conversationDetailSchema = z.object({
  conversation: conversationSchema,
  messages: z.array(messageSchema),
})
export type ConversationDetail = z.infer<typeof conversationDetailSchema>

/**
 * `POST /api/conversations/:id/runs`: stores the question and streams the answer. All ids are the
 * client's: the same request sent twice makes one message and one run, and streams it to both. The
 * conversation is made when it does not exist yet.
 */
export const startRunSchema = z.object({
  runId: idSchema,
  /** Id of the assistant message that the run writes. */
  answerId: idSchema,
  modelId: z.string().min(1).max(200),
  /** The new question. Absent: answer `parentId` again, a user message that is already stored. */
  question: z.object({ id: idSchema, text: z.string().min(1) }).optional(),
  /** The message that this goes after; absent for the first one. */
  parentId: idSchema.optional(),
})
export type StartRun = z.infer<typeof startRunSchema>

/**
 * Events of `POST /api/conversations/:id/runs` and `GET /api/runs/:id/events`: one `run-start`, any
 * number of deltas, one `run-end`.
 *
 * The SSE id of a delta is `<reasoning>.<text>`: how many UTF-16 units of each have been sent with
 * and before it. A reader that comes back with `Last-Event-ID` gets exactly what comes after, and a
 * reader without gets the whole text so far. `run-start` has no id.
 */
export const runEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run-start'),
    conversation: conversationSchema,
    run: runSchema,
    answerId: idSchema,
  }),
  z.object({ type: z.literal('reasoning-delta'), delta: z.string() }),
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({ type: z.literal('run-end'), run: runSchema }),
])
export type RunEvent = z.infer<typeof runEventSchema>

export const endsRun = (event: RunEvent): boolean => event.type === 'run-end'

import * as z from 'zod/mini'
import { leftOutSchema } from './left-out.ts'
import { chatSettingsSchema } from './settings.ts'
import { documentSchema } from '../documents.ts'
import { failureSchema } from '../errors.ts'
import { idSchema } from '../id.ts'
import { toolProgressSchema, toolQuestionSchema } from './tool-question.ts'

/** Longest message, in bytes of UTF-8. */
export const messageBytesMax = 1024 * 1024
/** Pictures and documents of one message. */
export const attachmentsMax = 10
/** Answers to one question that may be written at once, to compare models. */
export const answersAtOnceMax = 4

export const conversationSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** The model used last, so that the picker starts there. */
  modelId: z.optional(z.string()),
  folderId: z.optional(idSchema),
  /** The message whose branch is shown; absent: the newest. */
  leafId: z.optional(idSchema),
  pinnedAt: z.optional(z.iso.datetime()),
  archivedAt: z.optional(z.iso.datetime()),
  /** In the trash, from which it vanishes 30 days later. */
  deletedAt: z.optional(z.iso.datetime()),
  /** In lists: an answer is being written, or waits for a person. */
  isAnswering: z.optional(z.boolean()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Conversation = z.infer<typeof conversationSchema>

/**
 * One page of `GET /api/conversations`. Of the active ones the pinned come first; then, as in the other
 * views, those used last.
 */
export const conversationListSchema = z.object({
  conversations: z.array(conversationSchema),
  /** For `cursor` of the next page; absent on the last one. */
  nextCursor: z.optional(z.string()),
})
export type ConversationList = z.infer<typeof conversationListSchema>

/** Query of `GET /api/conversations`. */
export const conversationQuerySchema = z.object({
  view: z._default(z.enum(['active', 'archived', 'trash']), 'active'),
  folderId: z.optional(idSchema),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})
export type ConversationQuery = z.infer<typeof conversationQuerySchema>

/** `PATCH /api/conversations/:id`: what is absent stays, `null` takes away. */
export const changeConversationSchema = z.partial(
  z.object({
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    folderId: z.nullable(idSchema),
    leafId: z.nullable(idSchema),
    isPinned: z.boolean(),
    isArchived: z.boolean(),
  }),
)
export type ChangeConversation = z.infer<typeof changeConversationSchema>

/**
 * `running` while words come, `waiting` while a person has to allow a tool; then `completed`, `stopped`
 * by a person, `failed`, or `interrupted` when the server ended in the middle. The text written until
 * then is always kept. A `waiting` run survives a restart.
 */
export const runStatusSchema = z.enum([
  'running',
  'waiting',
  'completed',
  'stopped',
  'failed',
  'interrupted',
])
export type RunStatus = z.infer<typeof runStatusSchema>

export const usageSchema = z.object({
  promptTokens: z.int().check(z.nonnegative()),
  completionTokens: z.int().check(z.nonnegative()),
  /** Of the prompt, those that the service had in its cache. */
  cachedTokens: z.optional(z.int().check(z.nonnegative())),
  /** Of the prompt, those that the service has put into its cache, where that costs more. */
  cacheWriteTokens: z.optional(z.int().check(z.nonnegative())),
  /** Of the completion, those that were only thought. */
  reasoningTokens: z.optional(z.int().check(z.nonnegative())),
})
export type Usage = z.infer<typeof usageSchema>

export const moneySchema = z.object({
  amount: z.number().check(z.nonnegative()),
  /** `USD`, `CNY` … */
  currency: z.string(),
})
export type Money = z.infer<typeof moneySchema>

/** Something that an answer was given to read: a passage of a document, or a page of the web. */
export const sourceSchema = z.object({
  title: z.string(),
  /** Of a page. */
  url: z.optional(z.string()),
  /** Of a document here, with the place in its text, in UTF-16 units. */
  documentId: z.optional(idSchema),
  at: z.optional(z.int().check(z.nonnegative())),
  quote: z.string(),
})
export type Source = z.infer<typeof sourceSchema>

/** One answer being produced. It goes on when no browser listens. */
export const runSchema = z.object({
  id: idSchema,
  modelId: z.string(),
  status: runStatusSchema,
  failure: z.optional(failureSchema),
  /** Why the model stopped, in its service's word: `stop`, `length`, `content_filter` … */
  finishReason: z.optional(z.string()),
  usage: z.optional(usageSchema),
  /** What it cost, where the model has a price. */
  cost: z.optional(moneySchema),
  startedAt: z.iso.datetime(),
  finishedAt: z.optional(z.iso.datetime()),
  /** Milliseconds from the start to the first word. */
  firstTokenMs: z.optional(z.number().check(z.nonnegative())),
  /** Milliseconds in which words came, without waiting for the first one, tools or persons. */
  writingMs: z.optional(z.number().check(z.nonnegative())),
  /** What it was given to read; the answer may cite the first as [1]. */
  sources: z.optional(z.array(sourceSchema)),
  /** What the service was asked without, because it refuses it. */
  leftOut: z.optional(z.array(leftOutSchema)),
})
export type Run = z.infer<typeof runSchema>

/** The run goes on: there is something to follow. */
export const isGoingOn = ({ status }: Pick<Run, 'status'>): boolean =>
  status === 'running' || status === 'waiting'

/**
 * `asking` until a person allows or denies it, then `running`; `done` or `failed` with a result,
 * `denied`, or `stopped` when the run ended before.
 */
export const toolCallStatusSchema = z.enum([
  'asking',
  'running',
  'done',
  'failed',
  'denied',
  'stopped',
])
export type ToolCallStatus = z.infer<typeof toolCallStatusSchema>

/** A tool that the model called in the middle of its answer. */
export const toolCallSchema = z.object({
  /** Counts the calls of one answer, from 0. */
  index: z.int().check(z.nonnegative()),
  name: z.string(),
  /** What people call the tool. Absent where it did not exist, or was called by an earlier version. */
  title: z.optional(z.string()),
  /** JSON as the model wrote it; not every model writes it well. */
  arguments: z.string(),
  status: toolCallStatusSchema,
  /** What the model was told; of a failed one, why. */
  result: z.optional(z.string()),
  /** UTF-16 units of the answer's text and reasoning that stand before the call. */
  at: z.object({ text: z.int(), reasoning: z.int() }),
  /** How long the tool itself took. */
  durationMs: z.optional(z.number().check(z.nonnegative())),
  /** What it would cost, in words, of a call that asks. */
  price: z.optional(z.string()),
  /** The 3D task that it began. */
  taskId: z.optional(idSchema),
  /** Models of the library that it made or is about. */
  assetIds: z.optional(z.array(idSchema)),
  /** Pictures that it showed to the model; they are among the answer's attachments. */
  pictureIds: z.optional(z.array(idSchema)),
  /** The result for programs. */
  structured: z.optional(z.record(z.string(), z.unknown())),
  /** While it runs. */
  progress: z.optional(toolProgressSchema),
  /** What it asks the person while it runs. */
  question: z.optional(toolQuestionSchema),
})
export type ToolCall = z.infer<typeof toolCallSchema>

export const attachmentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('picture'),
    id: idSchema,
    name: z.string(),
    mimeType: z.string(),
    sizeBytes: z.int(),
    widthPx: z.int(),
    heightPx: z.int(),
    url: z.string(),
  }),
  z.object({
    kind: z.literal('document'),
    ...documentSchema.shape,
  }),
])
export type Attachment = z.infer<typeof attachmentSchema>

/** A `file_token` of `/api/files` or the id of a document of `/api/documents`. */
export const attachmentRefSchema = z.object({
  kind: z.enum(['picture', 'document']),
  id: idSchema,
})
export type AttachmentRef = z.infer<typeof attachmentRefSchema>

/** Messages of a conversation form a tree by `parentId`; messages with the same parent are siblings. */
export const messageSchema = z.object({
  id: idSchema,
  conversationId: idSchema,
  parentId: z.optional(idSchema),
  role: z.enum(['user', 'assistant']),
  /** Markdown. */
  text: z.string(),
  /** What the model thought before it answered, where it says so. */
  reasoning: z.optional(z.string()),
  attachments: z.optional(z.array(attachmentSchema)),
  /** How many pictures and documents it had that were deleted since. */
  deletedFiles: z.optional(z.int().check(z.positive())),
  /** Assistant messages: in the order in which they were called. */
  toolCalls: z.optional(z.array(toolCallSchema)),
  /** Assistant messages: the run that wrote or is writing it last. Absent where a person wrote it. */
  run: z.optional(runSchema),
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof messageSchema>

/** `GET /api/conversations/:id`. */
export const conversationDetailSchema = z.object({
  conversation: conversationSchema,
  /** Absent: nothing was ever set. */
  settings: z.optional(chatSettingsSchema),
  /**
   * A system prompt that somebody else wrote, from an import or from the chat's previous owner. It is not used until
   * the owner saves it as `systemPrompt`; an empty `systemPrompt` removes it.
   */
  offeredPrompt: z.optional(z.string()),
  messages: z.array(messageSchema),
})
export type ConversationDetail = z.infer<typeof conversationDetailSchema>

const newMessageShape = {
  id: idSchema,
  text: z.string(),
  attachments: z.optional(z.array(attachmentRefSchema).check(z.maxLength(attachmentsMax))),
}

/**
 * `POST /api/conversations/:id/runs`: stores the question and streams the answer. All ids are the
 * client's: the same request sent twice makes one message and one run, and streams it to both. The
 * conversation is made when it does not exist yet.
 *
 * To edit a question, ask another one with the same `parentId`. To answer again, also with another
 * model, leave the question out. To compare, send up to four at once with the same question.
 */
export const startRunSchema = z.object({
  runId: idSchema,
  /** Id of the assistant message that the run writes. */
  answerId: idSchema,
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The new question. Absent: answer `parentId` again, a user message that is already stored. */
  question: z.optional(
    z.object(newMessageShape).check(
      z.refine(({ text, attachments }) => text !== '' || (attachments?.length ?? 0) > 0, {
        error: 'A message needs text, a picture or a document.',
      }),
    ),
  ),
  /** The message that this goes after; absent for the first one. */
  parentId: z.optional(idSchema),
  /** `parentId` is the last message that the page knows: `outdated` when another question follows it. */
  isNext: z.optional(z.boolean()),
  /** `answerId` is an answer that ended too early: the run goes on where it stopped. */
  isContinuation: z.optional(z.boolean()),
  /** Used from now on in this conversation. Absent: what the conversation has. A guest may only send `params`. */
  settings: z.optional(chatSettingsSchema),
  /** Where a conversation that does not exist yet is put. */
  folderId: z.optional(idSchema),
})
export type StartRun = z.infer<typeof startRunSchema>

/**
 * `POST /api/conversations/:id/messages`: stores a message that no model is to answer: an edited answer,
 * or an edited question that is only to be kept. The same request again does nothing more.
 */
export const addMessageSchema = z.object({
  ...newMessageShape,
  role: z.enum(['user', 'assistant']),
  parentId: z.optional(idSchema),
})
export type AddMessage = z.infer<typeof addMessageSchema>

/** `POST /api/runs/:id/tool-calls/:index`: what a person says to a tool call that asks. */
export const decideToolCallSchema = z.object({
  isAllowed: z.boolean(),
  /** With `isAllowed`: never ask for this tool again in this conversation. */
  isAlways: z.optional(z.boolean()),
  /** With `isAllowed`: never ask for it again, in no conversation. */
  isEverywhere: z.optional(z.boolean()),
  /** Without `isAllowed`: why not, for the model. */
  reason: z.optional(z.string().check(z.maxLength(500))),
})
export type DecideToolCall = z.infer<typeof decideToolCallSchema>

/** Answer of `POST /api/runs/:id/stop` and of a decision. */
export const runAnswerSchema = z.object({ run: runSchema })

/**
 * Events of `POST /api/conversations/:id/runs` and `GET /api/runs/:id/events`: one `run-start`, any
 * number of others, one `run-end`.
 *
 * The SSE id of a delta is `<reasoning>.<text>`: how many UTF-16 units of each have been sent with and
 * before it. A reader that comes back with `Last-Event-ID` gets exactly what comes after, and a reader
 * without gets the whole text so far. Every reader gets all tool calls as they are now, and then each
 * change. Only deltas have an id.
 *
 * With `?once=1` the stream ends at once, with `run-pause` where the run goes on: for readers behind a
 * proxy that holds streams back until they end.
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
  /** The call as it is now; replaces an earlier one with the same index. */
  z.object({ type: z.literal('tool-call'), call: toolCallSchema }),
  /** The run began to wait for a person, or goes on. */
  z.object({ type: z.literal('run-state'), run: runSchema }),
  /** All words until now are void, and come again: what was text turned out to be reasoning. */
  z.object({ type: z.literal('run-restart') }),
  z.object({ type: z.literal('run-pause') }),
  z.object({ type: z.literal('run-end'), run: runSchema }),
])
export type RunEvent = z.infer<typeof runEventSchema>

/** Whether a healthy stream ends with this event. */
export const endsRun = (event: RunEvent): boolean =>
  event.type === 'run-end' || event.type === 'run-pause'

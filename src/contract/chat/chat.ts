import { serverUrlSchema } from '../server-url.ts'
import * as z from 'zod/mini'
import { leftOutSchema } from './left-out.ts'
import { chatSettingsSchema } from './settings.ts'
import { documentSchema } from '../documents.ts'
import { failureSchema } from '../errors.ts'
import { idSchema } from '../id.ts'
import { answerRatingSchema, comparisonVoteSchema, votedAnswersMax } from './ratings.ts'
import { chatTagSchema, chatTagsMax } from './tags.ts'
import { chatSummarySchema } from './summaries.ts'
import { toolProgressSchema, toolQuestionSchema } from './tool-question.ts'

/** Maximum size of a message, in bytes of UTF-8. */
export const messageBytesMax = 1024 * 1024
export const attachmentsMax = 10
/** Maximum number of models that answer one question concurrently, for comparison. */
export const answersAtOnceMax = 4

export const conversationSchema = z.object({
  id: idSchema,
  title: z.string(),
  modelId: z.optional(z.string()),
  folderId: z.optional(idSchema),
  leafId: z.optional(idSchema),
  /** Labels that the owner gave the chat. */
  tags: z.optional(z.array(z.string())),
  pinnedAt: z.optional(z.iso.datetime()),
  archivedAt: z.optional(z.iso.datetime()),
  /** Time of deletion, after which the chat stays in the trash for 30 days. */
  deletedAt: z.optional(z.iso.datetime()),
  /** Only in lists: true if an answer is being generated or waits for the user. */
  isAnswering: z.optional(z.boolean()),
  /** True if a schedule has added an answer that the owner has not opened yet. */
  isUnread: z.optional(z.boolean()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Conversation = z.infer<typeof conversationSchema>

/**
 * Response of `GET /api/conversations`, one page sorted by last use. In the `active` view, pinned
 * conversations come first.
 */
export const conversationListSchema = z.object({
  conversations: z.array(conversationSchema),
  nextCursor: z.optional(z.string()),
})
export type ConversationPage = z.infer<typeof conversationListSchema>

/** Query of `GET /api/conversations`. */
export const conversationQuerySchema = z.object({
  view: z._default(z.enum(['active', 'archived', 'trash']), 'active'),
  folderId: z.optional(idSchema),
  tag: z.optional(chatTagSchema),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})
export type ConversationQuery = z.infer<typeof conversationQuerySchema>

/**
 * Body of `PATCH /api/conversations/:id`. Undefined fields do not change, and `null` clears a
 * field.
 */
export const changeConversationSchema = z.partial(
  z.object({
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    folderId: z.nullable(idSchema),
    leafId: z.nullable(idSchema),
    tags: z.array(chatTagSchema).check(z.maxLength(chatTagsMax)),
    isPinned: z.boolean(),
    isArchived: z.boolean(),
    /** Only `false` is allowed: the owner has opened the chat. */
    isUnread: z.literal(false),
  }),
)
export type ChangeConversation = z.infer<typeof changeConversationSchema>

/** Body of `POST /api/conversations`. */
export const copyConversationSchema = z.strictObject({
  /** Id of the new chat. A repeated request with the same id changes nothing. */
  id: idSchema,
  fromId: idSchema,
  /** The last message of the copy. Undefined for all messages with all their versions. */
  untilId: z.optional(idSchema),
})
export type CopyConversation = z.infer<typeof copyConversationSchema>

/**
 * `running` while text arrives, `waiting` while the user must allow a tool. Final states are
 * `completed`, `stopped` by the user, `failed`, and `interrupted` by a server shutdown. The server
 * always keeps received text, and a `waiting` run survives a restart.
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
  cachedTokens: z.optional(z.int().check(z.nonnegative())),
  /** Prompt tokens that the provider wrote to its cache, if writing costs extra. */
  cacheWriteTokens: z.optional(z.int().check(z.nonnegative())),
  reasoningTokens: z.optional(z.int().check(z.nonnegative())),
})
export type Usage = z.infer<typeof usageSchema>

export const moneySchema = z.object({
  amount: z.number().check(z.nonnegative()),
  currency: z.string(),
})
export type Money = z.infer<typeof moneySchema>

/** A passage of a document, or a web page, that the model received as context. */
export const sourceSchema = z.object({
  title: z.string(),
  url: z.optional(z.string()),
  /**
   * Id of a document on this server. `at` is the position of the passage in the document's text, in
   * UTF-16 units.
   */
  documentId: z.optional(idSchema),
  at: z.optional(z.int().check(z.nonnegative())),
  page: z.optional(z.int().check(z.positive())),
  /** Titles of the sections, sheet or slide in which the passage starts, outermost first. */
  heading: z.optional(z.string()),
  quote: z.string(),
})
export type Source = z.infer<typeof sourceSchema>

export const runSchema = z.object({
  id: idSchema,
  modelId: z.string(),
  status: runStatusSchema,
  failure: z.optional(failureSchema),
  /**
   * The provider's reason for the end of the answer, such as `stop`, `length` or `content_filter`.
   */
  finishReason: z.optional(z.string()),
  usage: z.optional(usageSchema),
  cost: z.optional(moneySchema),
  startedAt: z.iso.datetime(),
  finishedAt: z.optional(z.iso.datetime()),
  firstTokenMs: z.optional(z.number().check(z.nonnegative())),
  /**
   * Milliseconds during which text arrived, without the time for the first token, tools and the
   * user.
   */
  writingMs: z.optional(z.number().check(z.nonnegative())),
  /** Milliseconds from the first reasoning to the first text of the answer. */
  reasoningMs: z.optional(z.number().check(z.nonnegative())),
  /** Sources that the model received. The answer cites the first source as [1]. */
  sources: z.optional(z.array(sourceSchema)),
  /** Request fields that the server removed because the provider rejects them. */
  leftOut: z.optional(z.array(leftOutSchema)),
  /** True while older answers are summarised before the request to the model. Not stored. */
  isSummarising: z.optional(z.boolean()),
  mergedIds: z.optional(z.array(idSchema)),
})
export type Run = z.infer<typeof runSchema>

/** Returns whether the run has not ended, so that clients can follow its events. */
export const isRunActive = ({ status }: Pick<Run, 'status'>): boolean =>
  status === 'running' || status === 'waiting'

/**
 * `asking` until the user allows or denies the call, then `running`. Final states are `done` or
 * `failed` with a result, `denied`, and `stopped` if the run ended first.
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

export const toolCallSchema = z.object({
  index: z.int().check(z.nonnegative()),
  name: z.string(),
  /** Display name of the tool. Undefined if the tool does not exist. */
  title: z.optional(z.string()),
  arguments: z.string(),
  status: toolCallStatusSchema,
  result: z.optional(z.string()),
  /** Position of the call: the number of UTF-16 units of text and of reasoning before the call. */
  at: z.object({ text: z.int(), reasoning: z.int() }),
  durationMs: z.optional(z.number().check(z.nonnegative())),
  /** Price as text, only while the call waits for approval. */
  price: z.optional(z.string()),
  taskId: z.optional(idSchema),
  assetIds: z.optional(z.array(idSchema)),
  /** Pictures that the tool returned to the model and that are attachments of the answer. */
  pictureIds: z.optional(z.array(idSchema)),
  structured: z.optional(z.record(z.string(), z.unknown())),
  /** True if the MCP server of the tool has a page that shows the result. */
  hasApp: z.optional(z.boolean()),
  progress: z.optional(toolProgressSchema),
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
    url: serverUrlSchema,
  }),
  z.object({
    kind: z.literal('document'),
    ...documentSchema.shape,
  }),
])
export type Attachment = z.infer<typeof attachmentSchema>

/**
 * Reference to a file: the `file_token` of `/api/files` or the id of a document of
 * `/api/documents`.
 */
export const attachmentRefSchema = z.object({
  kind: z.enum(['picture', 'document']),
  id: idSchema,
})
export type AttachmentRef = z.infer<typeof attachmentRefSchema>

/**
 * A message of a conversation. Messages form a tree by `parentId`, in which siblings have the same
 * parent.
 */
export const messageSchema = z.object({
  id: idSchema,
  conversationId: idSchema,
  parentId: z.optional(idSchema),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  reasoning: z.optional(z.string()),
  attachments: z.optional(z.array(attachmentSchema)),
  deletedFiles: z.optional(z.int().check(z.positive())),
  toolCalls: z.optional(z.array(toolCallSchema)),
  run: z.optional(runSchema),
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof messageSchema>

/** Response of `GET /api/conversations/:id`. */
export const conversationDetailSchema = z.object({
  conversation: conversationSchema,
  settings: z.optional(chatSettingsSchema),
  /**
   * System prompt from an import or a previous owner, which is ignored until the owner saves it as
   * `systemPrompt`. Saving an empty `systemPrompt` rejects it.
   */
  offeredPrompt: z.optional(z.string()),
  messages: z.array(messageSchema),
  summaries: z.optional(z.array(chatSummarySchema)),
  ratings: z.optional(z.array(answerRatingSchema)),
  votes: z.optional(z.array(comparisonVoteSchema)),
})
export type ConversationDetail = z.infer<typeof conversationDetailSchema>

const newMessageShape = {
  id: idSchema,
  text: z.string(),
  attachments: z.optional(z.array(attachmentRefSchema).check(z.maxLength(attachmentsMax))),
}

/**
 * Body of `POST /api/conversations/:id/runs`, which stores the question and streams the answer. The
 * client chooses all ids, so that a repeated request creates nothing twice. An unknown conversation
 * is created. To edit a question, send another question with the same `parentId`. To regenerate an
 * answer, omit the question. To compare models, send up to four requests with the same question.
 */
export const startRunSchema = z.object({
  runId: idSchema,
  answerId: idSchema,
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The new question. If undefined, the stored user message `parentId` gets another answer. */
  question: z.optional(
    z.object(newMessageShape).check(
      z.refine(({ text, attachments }) => text !== '' || (attachments?.length ?? 0) > 0, {
        error: 'A message needs text, a picture or a document.',
      }),
    ),
  ),
  /** Id of the message before this one. Undefined for the first message. */
  parentId: z.optional(idSchema),
  /**
   * True if the client expects `parentId` to be the last message. The server returns `outdated` if
   * another question follows `parentId`.
   */
  isNext: z.optional(z.boolean()),
  /** True if the run continues the incomplete answer `answerId`. */
  isContinuation: z.optional(z.boolean()),
  /** Ids of answers to the question `parentId` that the new answer merges, without using tools. */
  mergedIds: z.optional(z.array(idSchema).check(z.minLength(2), z.maxLength(votedAnswersMax))),
  settings: z.optional(chatSettingsSchema),
  folderId: z.optional(idSchema),
})
export type StartRun = z.infer<typeof startRunSchema>

/**
 * Body of `POST /api/conversations/:id/messages`, which stores a message without asking a model,
 * such as an edited answer. Repeated requests have no further effect.
 */
export const addMessageSchema = z.object({
  ...newMessageShape,
  role: z.enum(['user', 'assistant']),
  parentId: z.optional(idSchema),
})
export type AddMessage = z.infer<typeof addMessageSchema>

/**
 * Body of `POST /api/runs/:id/tool-calls/:index`: the user's decision about a call in the state
 * `asking`.
 */
export const decideToolCallSchema = z.object({
  isAllowed: z.boolean(),
  /** Only with `isAllowed`: allows this tool in this conversation from now on. */
  isAlways: z.optional(z.boolean()),
  /** Only with `isAllowed`: allows this tool in all conversations from now on. */
  isEverywhere: z.optional(z.boolean()),
  reason: z.optional(z.string().check(z.maxLength(500))),
})
export type DecideToolCall = z.infer<typeof decideToolCallSchema>

/** Response of `POST /api/runs/:id/stop` and of a tool decision. */
export const runAnswerSchema = z.object({ run: runSchema })

/**
 * Events of `POST /api/conversations/:id/runs` and `GET /api/runs/:id/events`: one `run-start`, any
 * number of others, one `run-end`. Only deltas have an SSE id, such as `120.3400`: the number of
 * sent UTF-16 units of reasoning and of text. A client that reconnects with `Last-Event-ID`
 * receives the rest, after the state of all tool calls. With `?once=1` the stream ends after the
 * existing events, for clients behind a buffering proxy. Its last event is `run-pause` if the run
 * has not ended.
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
  /** Current state of a tool call, which replaces the earlier state with the same index. */
  z.object({ type: z.literal('tool-call'), call: toolCallSchema }),
  /**
   * Sent when the run starts or stops waiting for the user, and when it starts or stops
   * summarising.
   */
  z.object({ type: z.literal('run-state'), run: runSchema }),
  /**
   * The client must discard all received text, which the server sends again, because a part of the
   * text turned out to be reasoning.
   */
  z.object({ type: z.literal('run-restart') }),
  z.object({ type: z.literal('run-pause') }),
  z.object({ type: z.literal('run-end'), run: runSchema }),
])
export type RunEvent = z.infer<typeof runEventSchema>

export const endsRun = (event: RunEvent): boolean =>
  event.type === 'run-end' || event.type === 'run-pause'

import {
  pgTable,
  text,
  primaryKey,
  boolean,
  integer,
  doublePrecision,
  index,
  real,
  uniqueIndex,
  unique,
} from 'drizzle-orm/pg-core'
import { ownerColumn, bytes, jsonb, moment } from '../columns.ts'
import { teams } from './access.ts'
import { folders, documents } from './documents.ts'
import type { AssistantSettings } from '#contract/chat/assistants.ts'
import type { StoredChatSettings, ChatSettings } from '#contract/chat/settings.ts'
import type {
  RunStatus,
  Usage,
  Money,
  Source,
  ToolCallStatus,
  ToolCall,
} from '#contract/chat/chat.ts'
import type { Failure } from '#contract/errors.ts'
import type { LeftOut } from '#contract/chat/left-out.ts'
import { sql } from 'drizzle-orm'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'
import { files } from './generation.ts'

export const conversations = pgTable('conversations', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  title: text().notNull(),
  /** True if a person has set the title. Generated titles do not replace it. */
  isNamed: boolean('is_named').notNull().default(false),
  modelId: text('model_id'),
  folderId: text('folder_id').references(() => folders.id, { onDelete: 'set null' }),
  /**
   * The last message of the displayed branch, which may have been deleted. Null: the newest
   * message.
   */
  leafId: text('leaf_id'),
  /**
   * Settings of the chat. They grant nothing, because an import may write them: a system prompt is
   * used only if its owner accepted it.
   */
  settings: jsonb().$type<StoredChatSettings>(),
  tags: text().array().notNull().default([]),
  pinnedAt: moment('pinned_at'),
  archivedAt: moment('archived_at'),
  deletedAt: moment('deleted_at'),
  /** True if a schedule asked, and the owner has not opened the chat since. */
  isUnread: boolean('is_unread').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** Permissions that a person gave in a chat. Only requests of that person write them. */
export const chatPermissions = pgTable(
  'chat_permissions',
  {
    ownerId: ownerColumn(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    tools: text().array().notNull().default([]),
    /**
     * True if the person turned all tools off. If false and `tools` is null, the defaults apply.
     */
    hasNoTools: boolean('has_no_tools').notNull().default(false),
    allowedTools: text('allowed_tools').array().notNull().default([]),
    paidCallsMax: integer('paid_calls_max'),
    paidUsdMax: doublePrecision('paid_usd_max'),
    summarises: boolean(),
    /** `hashText` of the system prompt that this person wrote or accepted. */
    promptHash: text('prompt_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.conversationId] }),
    index('chat_permissions_conversation').on(table.conversationId),
  ],
)

/** Messages of chats. The column `search` in the database exists only for the previous version. */
export const messages = pgTable(
  'messages',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    parentId: text('parent_id'),
    role: text().$type<'user' | 'assistant'>().notNull(),
    /**
     * Text of the message. During a run, the newest text is in `run_pieces` and follows this text.
     */
    text: text().notNull(),
    reasoning: text(),
    runId: text('run_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('messages_conversation').on(table.conversationId, table.createdAt, table.id),
    index('messages_created_at').on(table.createdAt, table.id),
  ],
)

export const runs = pgTable(
  'runs',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    answerId: text('answer_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    modelId: text('model_id').notNull(),
    status: text().$type<RunStatus>().notNull(),
    failure: jsonb().$type<Failure>(),
    settings: jsonb().$type<ChatSettings>(),
    guestId: text('guest_id'),
    finishReason: text('finish_reason'),
    usage: jsonb().$type<Usage>(),
    cost: jsonb().$type<Money>(),
    firstTokenMs: real('first_token_ms'),
    writingMs: real('writing_ms'),
    reasoningMs: real('reasoning_ms'),
    /** Texts that the model was given to read, in the order of their citation numbers. */
    sources: jsonb().$type<Source[]>(),
    leftOut: jsonb('left_out').$type<LeftOut[]>(),
    mergedIds: text('merged_ids').array(),
    replicaId: text('replica_id'),
    /** Set if a schedule asked the question, so that nobody watches the answer. */
    unattended: jsonb().$type<Unattended>(),
    stopAskedAt: moment('stop_asked_at'),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('runs_status').on(table.status),
    index('runs_started_at').on(table.startedAt, table.id),
    index('runs_answer_id').on(table.answerId),
    index('runs_conversation_id').on(table.conversationId),
    uniqueIndex('runs_writing')
      .on(table.answerId)
      .where(sql`status = 'running'`),
  ],
)

export type Unattended = {
  /** Maximum cost of the answer in US dollars, including its tool calls. */
  usdMax?: number
  /** Names of tools that the schedule allows in addition to those that its owner allows. */
  allowedTools?: string[]
}

export const toolCalls = pgTable(
  'tool_calls',
  {
    ownerId: ownerColumn(),
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    index: integer().notNull(),
    round: integer().notNull(),
    upstreamId: text('upstream_id').notNull(),
    name: text().notNull(),
    arguments: text().notNull(),
    status: text().$type<ToolCallStatus>().notNull(),
    result: text(),
    textAt: integer('text_at').notNull(),
    reasoningAt: integer('reasoning_at').notNull(),
    durationMs: real('duration_ms'),
    details: jsonb().$type<ToolCallDetails>(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.index] })],
)

export type ToolCallDetails = Pick<
  ToolCall,
  'title' | 'price' | 'taskId' | 'assetIds' | 'pictureIds' | 'structured' | 'question' | 'hasApp'
> & {
  orderId?: string
  priceUsd?: number
  answer?: ToolAnswer
  appMeta?: Record<string, unknown>
}

export const allowedTools = pgTable(
  'allowed_tools',
  {
    ownerId: ownerColumn(),
    name: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.name] })],
)

/**
 * Changes of a person's default tools, which are on in chats whose tools were not chosen. Without a
 * row, built-in tools are on and tools of MCP servers are off.
 */
export const toolDefaults = pgTable(
  'tool_defaults',
  {
    ownerId: ownerColumn(),
    name: text().notNull(),
    isOn: boolean('is_on').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.name] })],
)

/**
 * Instructions and params of a person for all chats with one model. The row with an empty model id
 * applies to all chats.
 */
export const chatDefaults = pgTable(
  'chat_defaults',
  {
    ownerId: ownerColumn(),
    modelId: text('model_id').notNull().default(''),
    instructions: text().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.modelId] })],
)

/** Fields of answers with tool calls that services require in later requests, see `KeptStep`. */
export const answerSteps = pgTable(
  'answer_steps',
  {
    ownerId: ownerColumn(),
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    round: integer().notNull(),
    provider: text().notNull(),
    kept: jsonb()
      .$type<{ message: Record<string, unknown>; calls: (Record<string, unknown> | null)[] }>()
      .notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.round] })],
)

/**
 * Attachments of messages. Each row has the id of a picture or of a document, and null for both
 * after the deletion of the file.
 */
export const messageAttachments = pgTable(
  'message_attachments',
  {
    ownerId: ownerColumn(),
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    fileId: text('file_id').references(() => files.id),
    documentId: text('document_id').references(() => documents.id),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.position] })],
)

export const chatSummaries = pgTable(
  'chat_summaries',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    untilId: text('until_id')
      .notNull()
      .unique()
      .references(() => messages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    modelId: text('model_id').notNull(),
    cost: jsonb().$type<Money>(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('chat_summaries_conversation').on(table.conversationId)],
)

/** Settings of a person's automatic summaries. Without a row, there are no automatic summaries. */
export const summarySettings = pgTable('summary_settings', {
  ownerId: ownerColumn().primaryKey(),
  isAutomatic: boolean('is_automatic').notNull(),
  modelId: text('model_id'),
  usdMax: doublePrecision('usd_max').notNull(),
})

/** Ratings of answers. The id is the answer's id. */
export const answerRatings = pgTable(
  'answer_ratings',
  {
    ownerId: ownerColumn(),
    id: text()
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    modelId: text('model_id').notNull(),
    isGood: boolean('is_good').notNull(),
    reason: text().notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('answer_ratings_conversation').on(table.conversationId)],
)

/** Votes on compared answers. The id is the question's id. Votes outlive their chats. */
export const comparisonVotes = pgTable(
  'comparison_votes',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    conversationId: text('conversation_id').notNull(),
    modelIds: text('model_ids').array().notNull(),
    winnerModelId: text('winner_model_id'),
    winnerId: text('winner_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('comparison_votes_conversation').on(table.conversationId)],
)

export const memories = pgTable('memories', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  text: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Memory settings, at most one row per person. Without a row, memory is off. */
export const memorySettings = pgTable('memory_settings', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  isOn: boolean('is_on').notNull(),
})

/** Models with instructions, params, tools and files. */
export const assistants = pgTable(
  'assistants',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    picture: bytes(),
    modelId: text('model_id'),
    settings: jsonb().$type<AssistantSettings>().notNull(),
    folderId: text('folder_id').references(() => folders.id, { onDelete: 'set null' }),
    starters: text().array().notNull().default([]),
    teamId: text('team_id').references(() => teams.id, { onDelete: 'set null' }),
    /**
     * Person who owned the assistant before, until the current owner saves the assistant. Null: the
     * owner wrote it.
     */
    authorId: text('author_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('assistants_team')
      .on(table.teamId)
      .where(sql`team_id is not null`),
  ],
)

export const prompts = pgTable(
  'prompts',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    title: text().notNull(),
    command: text().notNull(),
    text: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.ownerId, table.command)],
)

/**
 * Pieces of the text of a running answer. They are merged into the message when the run ends,
 * because rewriting one growing row would cost the square of its length.
 */
export const runPieces = pgTable(
  'run_pieces',
  {
    ownerId: ownerColumn(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    reasoning: text().notNull().default(''),
    text: text().notNull().default(''),
    /** Length in UTF-16 units of the text before this piece that was reclassified as reasoning. */
    movedUpTo: integer('moved_up_to').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
)

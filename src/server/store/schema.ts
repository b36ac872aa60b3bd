import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Role } from '#contract/access/access.ts'
import type { PeopleSettings, TeamRole } from '#contract/access/teams.ts'
import type { AssetNote, ModelStats, Recipe } from '#contract/assets.ts'
import type { AuditKind } from '#contract/access/audit.ts'
import type {
  Money,
  RunStatus,
  Source,
  ToolCall,
  ToolCallStatus,
  Usage,
} from '#contract/chat/chat.ts'
import type { LeftOut } from '#contract/chat/left-out.ts'
import type { ChatSettings, StoredChatSettings } from '#contract/chat/settings.ts'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'
import type { ChatApi, Connection } from '#contract/connections.ts'
import type { Failure } from '#contract/errors.ts'
import type { GrantRole } from '#contract/sharing/shared-with-me.ts'
import { keyScopes, type KeyScope } from '#contract/access/keys.ts'
import type { McpServer } from '#contract/mcp-servers.ts'
import type { ChatPrice, ModelPurpose } from '#contract/models.ts'
import type { DeliveryStatus } from '#contract/webhooks.ts'
import type { LimitPeriod, LimitScope, Measure } from '#contract/spending.ts'
import type { TaskStatus } from '#contract/tasks.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { bytes, jsonb, ownerColumn } from './columns.ts'
import { firstOwnerId } from './owner-scope.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const files = pgTable(
  'files',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    /** Hash of the uploaded bytes, so that a repeated upload is recognized. */
    sha256: text().notNull(),
    name: text().notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    hasAlpha: boolean('has_alpha').notNull(),
    blobKey: text('blob_key').notNull(),
    /**
     * The API key of the first upload. Null for uploads in the page and for keys of the
     * environment.
     */
    keyId: text('key_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.ownerId, table.sha256)],
)

export const tasks = pgTable(
  'tasks',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    modelId: text('model_id').notNull(),
    provider: text().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text().$type<TaskStatus>().notNull(),
    stage: text(),
    progress: real(),
    failure: jsonb().$type<Failure>(),
    pictureFileId: text('picture_file_id').references(() => files.id),
    /**
     * Set before the one call that may cost money. If a restart finds it set without `upstreamId`,
     * the call may have arrived and must not be repeated.
     */
    submittedAt: moment('submitted_at'),
    upstreamId: text('upstream_id'),
    source: jsonb().$type<TaskSource>(),
    requestId: text('request_id'),
    keyId: text('key_id'),
    replicaId: text('replica_id'),
    attempts: integer().notNull().default(0),
    eventSeq: integer('event_seq').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('tasks_created_at').on(table.createdAt),
    index('tasks_status').on(table.status),
  ],
)

export type TaskSource = {
  assetId: string
  name: string
  step: string
  model: string
  upstreamId: string
}

/** Status changes of tasks. `seq` is the id of the server-sent event. */
export const taskEvents = pgTable(
  'task_events',
  {
    ownerId: ownerColumn(),
    taskId: text('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    status: text().$type<TaskStatus>().notNull(),
    stage: text(),
    progress: real(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.seq] })],
)

export const assets = pgTable(
  'assets',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    /** Null for an imported model. */
    taskId: text('task_id')
      .unique()
      .references(() => tasks.id),
    name: text().notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text().notNull(),
    blobKey: text('blob_key').notNull(),
    thumbnailKey: text('thumbnail_key'),
    turntableKey: text('turntable_key'),
    stats: jsonb().$type<ModelStats>(),
    recipe: jsonb().$type<Recipe>(),
    pictureFileId: text('picture_file_id').references(() => files.id),
    isStarred: boolean('is_starred').notNull().default(false),
    tags: text().array().notNull().default([]),
    folder: text(),
    notes: jsonb().$type<AssetNote[]>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    deletedAt: moment('deleted_at'),
  },
  (table) => [index('assets_created_at').on(table.createdAt)],
)

export const folders = pgTable('folders', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  name: text().notNull(),
  /** Text at the start of the system prompt of all chats in the folder. */
  instructions: text(),
  /** `hashText` of the instructions that the owner wrote or accepted. */
  instructionsHash: text('instructions_hash'),
  /**
   * Model whose embeddings find passages of the folder's documents. Null: full-text search only.
   */
  embeddingModel: text('embedding_model'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const conversations = pgTable('conversations', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  title: text().notNull(),
  /** True if a person has set the title, which is then not replaced. */
  isNamed: boolean('is_named').notNull().default(false),
  modelId: text('model_id'),
  folderId: text('folder_id').references(() => folders.id, { onDelete: 'set null' }),
  /**
   * The last message of the shown branch. Null: the newest message. The message may have been
   * deleted.
   */
  leafId: text('leaf_id'),
  /**
   * An import may write these settings, so they grant nothing: a system prompt is used only if its
   * owner accepted it. Permissions in rows of earlier versions are ignored.
   */
  settings: jsonb().$type<StoredChatSettings>(),
  pinnedAt: moment('pinned_at'),
  archivedAt: moment('archived_at'),
  deletedAt: moment('deleted_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** The permissions that a person gave in a chat. Only requests of that person write them. */
export const chatPermissions = pgTable(
  'chat_permissions',
  {
    ownerId: ownerColumn(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    tools: text().array().notNull().default([]),
    allowedTools: text('allowed_tools').array().notNull().default([]),
    paidCallsMax: integer('paid_calls_max'),
    paidUsdMax: doublePrecision('paid_usd_max'),
    /** `hashText` of the system prompt that this person wrote or accepted. */
    promptHash: text('prompt_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.conversationId] }),
    index('chat_permissions_conversation').on(table.conversationId),
  ],
)

export const shares = pgTable('shares', {
  ownerId: ownerColumn(),
  token: text().primaryKey(),
  assetId: text('asset_id')
    .unique()
    .references(() => assets.id, { onDelete: 'cascade' }),
  conversationId: text('conversation_id')
    .unique()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  /** True if the link of a conversation also shows its pictures and documents. */
  withFiles: boolean('with_files').notNull().default(false),
  /** True if readers of a shared conversation may continue in a copy. */
  canContinue: boolean('can_continue').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/**
 * Messages. The search uses an index on the words of their text. The column `search` in the
 * database exists only for the previous version.
 */
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
    /** Text of the message. During a run, its newest text is in `run_pieces` and follows this. */
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
    /** The guest who asked the question. Null: the owner. */
    guestId: text('guest_id'),
    finishReason: text('finish_reason'),
    usage: jsonb().$type<Usage>(),
    cost: jsonb().$type<Money>(),
    firstTokenMs: real('first_token_ms'),
    writingMs: real('writing_ms'),
    /** Texts that the model was given to read, in the order of their citation numbers. */
    sources: jsonb().$type<Source[]>(),
    leftOut: jsonb('left_out').$type<LeftOut[]>(),
    replicaId: text('replica_id'),
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

export const toolCalls = pgTable(
  'tool_calls',
  {
    ownerId: ownerColumn(),
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    index: integer().notNull(),
    /** Number of the round. All calls that the model requests at once are one round. */
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
  'title' | 'price' | 'taskId' | 'assetIds' | 'pictureIds' | 'structured' | 'question'
> & { orderId?: string; priceUsd?: number; answer?: ToolAnswer }

/** Tools that a person allows without asking in every conversation. */
export const allowedTools = pgTable(
  'allowed_tools',
  {
    ownerId: ownerColumn(),
    name: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.name] })],
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

export const documents = pgTable(
  'documents',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    sha256: text().notNull(),
    name: text().notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Length of the text in UTF-16 units. */
    textLength: integer('text_length').notNull(),
    pages: integer(),
    isCut: boolean('is_cut').notNull(),
    /** Positions in the text at which pages begin, in UTF-16 units. Only for PDF files. */
    pageStarts: jsonb('page_starts').$type<number[]>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Only for plain text. */
    encoding: text(),
    warnings: jsonb().$type<string[]>(),
    /** Version of the readers that extracted the text. */
    readerVersion: integer('reader_version').notNull().default(0),
  },
  (table) => [unique().on(table.ownerId, table.sha256)],
)

/**
 * Texts of documents. They are read and written in pieces, so that a long text does not block other
 * requests.
 */
export const documentTexts = pgTable(
  'document_texts',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    text: text().notNull(),
    /** Piece of the bytes that the whole text was decoded from, if its encoding may be wrong. */
    source: bytes(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.position] })],
)

export const folderDocuments = pgTable(
  'folder_documents',
  {
    ownerId: ownerColumn(),
    folderId: text('folder_id')
      .notNull()
      .references(() => folders.id, { onDelete: 'cascade' }),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.folderId, table.documentId] })],
)

/**
 * Passages of documents in folders. The column `words`, which migrations add, serves earlier
 * versions only.
 */
export const documentPassages = pgTable(
  'document_passages',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Position in the document's text, in UTF-16 units. */
    start: integer().notNull(),
    text: text().notNull(),
    /** From 1. Null if the document has no pages. */
    page: integer(),
    /** Titles of the sections, sheet or slide that the passage begins in, outermost first. */
    heading: text(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.position] })],
)

/**
 * State of the search index of a document in a folder. It is written after all its terms, and must
 * be deleted together with the passages, such as when a text is read in another encoding.
 */
export const documentIndexes = pgTable('document_indexes', {
  ownerId: ownerColumn(),
  documentId: text('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  /** Version of the code that wrote the index. */
  version: integer().notNull(),
  /** Number of rows in `document_terms`. */
  buckets: integer().notNull(),
  /** Number of terms of each passage. */
  lengths: jsonb().$type<number[]>().notNull(),
})

/** Passages that contain each term, in JSON. The bucket is a hash of the term. */
export const documentTerms = pgTable(
  'document_terms',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    bucket: integer().notNull(),
    postings: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.bucket] })],
)

export const passageVectors = pgTable(
  'passage_vectors',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    model: text().notNull(),
    position: integer().notNull(),
    /** Null if the passage was sent to the service, but no answer is stored. */
    vector: bytes(),
    sentAt: moment('sent_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.model, table.position] })],
)

/**
 * Pictures and documents of a message. Each row has the id of one of them, or none after its
 * deletion.
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

export const memories = pgTable('memories', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  text: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** At most one row per person. Without a row, memory is off. */
export const memorySettings = pgTable('memory_settings', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  isOn: boolean('is_on').notNull(),
})

export const presets = pgTable('presets', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  name: text().notNull(),
  modelId: text('model_id'),
  settings: jsonb().$type<ChatSettings>().notNull(),
  /**
   * The person who owned the preset before, until the current owner saves it. Null: the owner wrote
   * it.
   */
  authorId: text('author_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

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
 * Text of a run in progress, appended as it arrives. Rewriting one growing row would cost the
 * square of its length. Merged into the message and deleted when the run ends.
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
    /** Length of the text before this piece that turned out to be reasoning, in UTF-16 units. */
    movedUpTo: integer('moved_up_to').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
)

/**
 * The processes that share this database. Work of a process whose lease has expired is taken over
 * by another.
 */
export const replicas = pgTable('replicas', {
  id: text().primaryKey(),
  leaseUntil: moment('lease_until').notNull(),
})

/** API keys. The key itself is never stored. */
export const apiKeys = pgTable('api_keys', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  name: text().notNull(),
  /** Start of the key, so that people can recognize it. */
  prefix: text().notNull(),
  /** SHA-256 of the whole key, in hexadecimal digits. */
  digest: text().notNull().unique(),
  requestsPerMinute: integer('requests_per_minute').notNull(),
  streams: integer().notNull(),
  /** Null: no limit. */
  monthlySpendUsd: doublePrecision('monthly_spend_usd'),
  /** Amount spent in `spentMonth`, such as `2026-11` in UTC. Ignored in other months. */
  spentUsd: doublePrecision('spent_usd').notNull().default(0),
  spentMonth: text('spent_month').notNull().default(''),
  /** Amount that is reserved for calls in progress. It becomes part of `spentUsd` when they end. */
  reservedUsd: doublePrecision('reserved_usd').notNull().default(0),
  /** Amount of the same reservation if these calls cost the highest possible price. */
  heldUsd: doublePrecision('held_usd').notNull().default(0),
  heldCalls: integer('held_calls').notNull().default(0),
  scopes: text()
    .array()
    .$type<KeyScope[]>()
    .notNull()
    .default([...keyScopes]),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
  /** Time after which the key is refused. Null: never. */
  expiresAt: moment('expires_at'),
  revokedAt: moment('revoked_at'),
})

/**
 * Numbers of the current secrets that sign webhooks of keys. The secrets are derived from them and
 * never stored.
 */
export const webhookSecrets = pgTable('webhook_secrets', {
  ownerId: ownerColumn(),
  keyId: text('key_id').primaryKey(),
  generation: integer().notNull(),
  rotatedAt: moment('rotated_at').notNull(),
})

export const webhookDeliveries = pgTable('webhook_deliveries', {
  ownerId: ownerColumn(),
  /** Value of the header `webhook-id`, which is the same for every attempt. */
  id: text().primaryKey(),
  keyId: text('key_id').notNull(),
  taskId: text('task_id')
    .notNull()
    .unique()
    .references(() => tasks.id, { onDelete: 'cascade' }),
  url: text().notNull(),
  taskUrl: text('task_url').notNull(),
  status: text().$type<DeliveryStatus>().notNull(),
  attempts: integer().notNull().default(0),
  nextAt: moment('next_at'),
  /** Until this time, one server has the exclusive right to send the webhook. */
  leaseUntil: moment('lease_until'),
  lastStatus: integer('last_status'),
  lastError: text('last_error'),
  createdAt: moment('created_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
})

/** Columns for amounts: US dollars, tokens, created 3D models, and stored bytes. */
const amountColumns = {
  usd: doublePrecision().notNull().default(0),
  tokens: doublePrecision().notNull().default(0),
  models: doublePrecision().notNull().default(0),
  bytes: doublePrecision().notNull().default(0),
}

export const spendingLimits = pgTable(
  'spending_limits',
  {
    id: text().primaryKey(),
    scope: text().$type<LimitScope>().notNull(),
    /** Id of the person, team or key. Empty for the server and for everyone. */
    subject: text().notNull().default(''),
    measure: text().$type<Measure>().notNull(),
    period: text().$type<LimitPeriod>().notNull(),
    amount: doublePrecision().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.scope, table.subject, table.measure, table.period)],
)

/** Reservations for calls in progress. A row is deleted when its cost is known. */
export const purchases = pgTable('purchases', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  /** Id of the API key. Empty for the page and for keys of the environment. */
  keyId: text('key_id').notNull().default(''),
  modelId: text('model_id').notNull().default(''),
  /** Id of the 3D task that settles the reservation when it ends. */
  taskId: text('task_id'),
  /** Id of the server that made the reservation. If that server is gone, another one settles it. */
  replicaId: text('replica_id'),
  ...amountColumns,
  /** Highest possible amount if the reservation is an estimate. 0 for an exact amount. */
  heldUsd: doublePrecision('held_usd').notNull().default(0),
  heldTokens: doublePrecision('held_tokens').notNull().default(0),
  heldBytes: doublePrecision('held_bytes').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const callCosts = pgTable(
  'call_costs',
  {
    modelId: text('model_id').notNull(),
    /** Day in UTC, such as `2026-11-23`. */
    day: text().notNull(),
    calls: integer().notNull().default(0),
    usd: doublePrecision().notNull().default(0),
    tokens: doublePrecision().notNull().default(0),
    bytes: doublePrecision().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.day] })],
)

/** Usage per day, person, key and model. The rows remain after the person's deletion. */
export const usageDays = pgTable(
  'usage_days',
  {
    ownerId: ownerColumn(),
    keyId: text('key_id').notNull().default(''),
    modelId: text('model_id').notNull().default(''),
    day: text().notNull(),
    ...amountColumns,
  },
  (table) => [primaryKey({ columns: [table.day, table.ownerId, table.keyId, table.modelId] })],
)

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Id of the API key, because two clients may choose the same idempotency key. */
    scope: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the request, as hex. */
    digest: text().notNull(),
    /**
     * Id of the task. It is chosen before the task is created, so that a concurrent request uses
     * the same one.
     */
    taskId: text('task_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)

/**
 * Ids of tasks and answers that were created after the backup from which this data was restored. A
 * page or program may repeat their requests, which must not be paid a second time.
 */
export const pastOrders = pgTable('past_orders', { id: text().primaryKey() })

/** Wrong passwords, link tokens, API keys and codes. They still count after a restart. */
export const guesses = pgTable('guesses', {
  id: text().primaryKey(),
  /** Kind of secret, if it has its own limit of guesses. */
  secret: text().notNull(),
  /** Network or browser from which the guess came. */
  guesser: text().notNull(),
  isKnown: boolean('is_known').notNull(),
  /** Digest of the account's email address. Null for secrets that belong to no account. */
  account: text(),
  at: moment('at').notNull(),
})

/** At most one row: the password of this server. */
export const passwords = pgTable('passwords', {
  id: text().primaryKey(),
  /** Password hash in the format of `hashPassword`. */
  hash: text().notNull(),
  source: text().$type<'environment' | 'owner'>().notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/**
 * One row per person. The row remains when the second factor is turned off, because a restore has
 * to know the last state.
 */
export const secondFactors = pgTable('second_factors', {
  id: text().primaryKey(),
  /** Random id of the setup. Null while the second factor is off. */
  enrolment: text(),
  /** Key of the authenticator app, encrypted by `Seal`. */
  sealedKey: text('sealed_key'),
  /** Time step of the last accepted code. This code and earlier ones are rejected. */
  lastStep: integer('last_step').notNull().default(0),
  since: moment('since'),
  /** Time at which the second factor was turned on or off, or new recovery codes were created. */
  changedAt: moment('changed_at').notNull(),
})

export const recoveryCodes = pgTable('recovery_codes', {
  /** SHA-256 of the code as formatted by `plainRecoveryCode`, as hex. */
  digest: text().primaryKey(),
  enrolment: text().notNull(),
})

/** Accounts. The first account keeps the id that owned all rows before there were accounts. */
export const users = pgTable('users', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Email address with which the person signs in, in lower case. */
  email: text().notNull().unique(),
  role: text().$type<Role>().notNull(),
  /**
   * Password hash in the format of `hashPassword`. Null for the first account, which uses the
   * password of the server.
   */
  passwordHash: text('password_hash'),
  /** True for a disabled account, which cannot sign in but keeps its data. */
  isOff: boolean('is_off').notNull().default(false),
  /** True for a person who registered without an invitation and waits for an admin's approval. */
  isWaiting: boolean('is_waiting').notNull().default(false),
  deleteAt: moment('delete_at'),
  deleteBy: text('delete_by'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: text('user_id').notNull(),
    /** True if the role of admin came from a group. The role ends with the membership. */
    isAdminByGroup: boolean('is_admin_by_group').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('identities_user').on(table.userId),
  ],
)

export const passkeys = pgTable(
  'passkeys',
  {
    /** Credential id of the authenticator, in base64url. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    name: text().notNull(),
    /** COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** Number of uses, as the authenticator reports it. Many authenticators always report 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** Transports by which the browser reaches the authenticator, separated by spaces. */
    transports: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** Challenges that passkeys have answered in the last minutes. Each can be used only once. */
export const usedChallenges = pgTable('used_challenges', {
  /** SHA-256 of the challenge, in hexadecimal digits. */
  digest: text().primaryKey(),
  endsAt: moment('ends_at').notNull(),
})

export const teams = pgTable('teams', {
  id: text().primaryKey(),
  name: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const teamMembers = pgTable(
  'team_members',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text().$type<TeamRole>().notNull(),
    /**
     * True if the membership came from a group of the identity provider or proxy. It ends when the
     * person leaves the group.
     */
    isByGroup: boolean('is_by_group').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] })],
)

/**
 * Descriptions of 3D models that were added as files. Used with a database server. The embedded
 * database keeps these files in the data folder.
 */
export const modelFiles = pgTable('model_files', {
  name: text().primaryKey(),
  text: text().notNull(),
  changedAt: moment('changed_at').notNull(),
})

/**
 * Access of other people to a chat or model. Each row names either a chat or a model, and either a
 * person or a team.
 */
export const grants = pgTable('grants', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  conversationId: text('conversation_id').references(() => conversations.id, {
    onDelete: 'cascade',
  }),
  assetId: text('asset_id').references(() => assets.id, { onDelete: 'cascade' }),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  teamId: text('team_id').references(() => teams.id, { onDelete: 'cascade' }),
  role: text().$type<GrantRole>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/**
 * Restrictions of a connection or model to the people and teams listed here. A row without person
 * and team keeps the restriction even if the list is empty.
 */
export const modelAccess = pgTable('model_access', {
  target: text().notNull(),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  teamId: text('team_id').references(() => teams.id, { onDelete: 'cascade' }),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Settings that admins have turned on. A setting without a row is off. */
export const serverSwitches = pgTable('server_switches', {
  name: text().$type<keyof PeopleSettings>().primaryKey(),
  isOn: boolean('is_on').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

export const invitations = pgTable('invitations', {
  id: text().primaryKey(),
  /** SHA-256 of the link's token, as hex. */
  digest: text().notNull().unique(),
  name: text().notNull(),
  /**
   * Email address in lower case. A person who signs in with this address at the identity provider
   * needs no link.
   */
  email: text(),
  role: text().$type<Role>().notNull(),
  /**
   * Id of the admin who sent the invitation. Null for invitations of an earlier version, which are
   * invalid.
   */
  invitedBy: text('invited_by'),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
})

/** Browser sessions. The token in the cookie is never stored. */
export const sessions = pgTable('sessions', {
  id: text().primaryKey(),
  userId: text('user_id').notNull().default(firstOwnerId),
  /** SHA-256 of the cookie's token, as hex. */
  digest: text().notNull().unique(),
  /**
   * Identifies the password or link that opened the session. The session ends when this password or
   * link changes.
   */
  generation: text().notNull().default(''),
  confirmedAt: moment('confirmed_at'),
  address: text().notNull(),
  userAgent: text('user_agent').notNull(),
  /**
   * Person whose name the proxy sent at sign-in, and a digest of their groups. The session is valid
   * while both stay the same.
   */
  proxySubject: text('proxy_subject'),
  /**
   * For a session of an identity provider: a digest of the provider's session id, or empty if there
   * is none.
   */
  providerSession: text('provider_session'),
  /** Time at which the session ends even if it is used. */
  endsAt: moment('ends_at'),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
})

/** Security events. Ids sort by time. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: text().primaryKey(),
    kind: text().$type<AuditKind>().notNull(),
    actor: text().notNull(),
    address: text().notNull(),
    subject: text().notNull(),
    requestId: text('request_id'),
    count: integer().notNull(),
    at: moment('at').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [index('audit_events_kind').on(table.kind, table.id)],
)

/** At most one row. The row exists while deleted text may remain in the files of the database. */
export const deletions = pgTable('deletions', {
  id: text().primaryKey(),
  /**
   * Increases with each deletion, so that the cleanup notices deletions that happen while it runs.
   */
  count: integer().notNull().default(1),
})

/** Keys that encrypt other secrets. The master key, which is not stored here, encrypts them. */
export const dataKeys = pgTable('data_keys', {
  id: text().primaryKey(),
  wrapped: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

const connectionColumns = {
  /** Id of the connection, which is the first part of its models' ids. */
  id: text().primaryKey(),
  kind: text().notNull(),
  name: text().notNull(),
  address: text(),
  /** Encrypted by `Vault`. */
  secrets: jsonb().$type<Record<string, SealedSecret>>().notNull(),
  /** API that the connection uses. Null: `auto`. */
  chatApi: text('chat_api').$type<ChatApi>(),
  isOn: boolean('is_on').notNull().default(true),
  modelCount: integer('model_count'),
  lastAnsweredAt: moment('last_answered_at'),
  problem: jsonb().$type<Connection['problem']>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  changedAt: moment('changed_at').notNull().defaultNow(),
}

/** Connections to services that the server uses for everybody. */
export const connections = pgTable('connections', {
  ...connectionColumns,
  /** Always `owner`, because the server's connections belong to no single person. */
  owner: text().notNull(),
})

/** Connections of one person or one team. Each row has one of the two ids. */
export const ownConnections = pgTable('own_connections', {
  ...connectionColumns,
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  teamId: text('team_id').references(() => teams.id, { onDelete: 'cascade' }),
})

export const mcpServers = pgTable('mcp_servers', {
  /** Id of the MCP server, which is the first part of its tools' names. */
  id: text().primaryKey(),
  /** Id of the person who added the server. Always `owner` while there are no accounts. */
  owner: text().notNull(),
  name: text().notNull(),
  /** URL of the server. Null if this server starts it with `command`. */
  address: text(),
  command: jsonb().$type<string[]>(),
  /** Values of headers or environment variables by name, encrypted by `Vault`. */
  secrets: jsonb().$type<Record<string, SealedSecret>>().notNull(),
  isOn: boolean('is_on').notNull().default(true),
  tools: jsonb().$type<KeptTool[]>().notNull(),
  status: jsonb().$type<McpStatus>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

export type ToolDefinition = {
  title: string
  description: string
  /** JSON Schema of the tool's arguments. */
  parameters: Record<string, unknown>
  /** Hash of the whole definition of the tool, to detect changes. */
  hash: string
}

/**
 * A tool of an MCP server. While the tool is on, this is the definition at the time when it was
 * turned on. While it is off, this is the current definition.
 */
export type KeptTool = ToolDefinition & {
  name: string
  isOn: boolean
  isGone?: boolean
  /** The current definition, if it differs from the stored one. */
  next?: ToolDefinition
}

export type McpStatus = Pick<
  McpServer,
  'software' | 'revision' | 'lastAnsweredAt' | 'problem' | 'leftOutCount' | 'oddTools'
>

/** Imported 3D models of connections. Deleted with the connection. */
export const importedModels = pgTable(
  'imported_models',
  {
    id: text().primaryKey(),
    /** Id of the connection. It may be a connection of the environment, which has no row. */
    connectionId: text('connection_id').notNull(),
    model: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    /** The pasted source. The schema can be read from it again. */
    source: text().notNull(),
    paramSchema: jsonb('param_schema').$type<ParamSchema>().notNull(),
    /** Names of params that were excluded from the form. */
    leftOut: jsonb('left_out').$type<string[]>().notNull(),
    output: text(),
    wire: jsonb().$type<unknown>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.connectionId, table.model)],
)

/** Settings of models. A model without a row is on and has the service's name. */
export const modelChoices = pgTable(
  'model_choices',
  {
    owner: text().notNull(),
    modelId: text('model_id').notNull(),
    isOff: boolean('is_off').notNull().default(false),
    isFavourite: boolean('is_favourite').notNull().default(false),
    name: text(),
    /** Context length in tokens. Null: the default of the service or of this server. */
    contextTokens: integer('context_tokens'),
    /** Price that a person entered. Null: the price of the public lists. */
    price: jsonb().$type<ChatPrice>(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.modelId] })],
)

export const modelAliases = pgTable('model_aliases', {
  name: text().primaryKey(),
  /** Ids of models or names of other aliases. */
  targets: text().array().notNull(),
  timeoutSeconds: integer('timeout_seconds').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

export const modelDefaults = pgTable(
  'model_defaults',
  {
    owner: text().notNull(),
    purpose: text().$type<ModelPurpose>().notNull(),
    modelId: text('model_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.purpose] })],
)

/** An encrypted secret, with the part of it that may be shown. */
export type SealedSecret = { sealed: string; hint: string; setAt: string }

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
import type { ChatSettings } from '#contract/chat/settings.ts'
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
    /** Of the bytes as uploaded, so that the same upload is found again. */
    sha256: text().notNull(),
    name: text().notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    hasAlpha: boolean('has_alpha').notNull(),
    blobKey: text('blob_key').notNull(),
    /** The key that brought it first; absent for the page, and for keys of the environment. */
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
    /** The first input picture. */
    pictureFileId: text('picture_file_id').references(() => files.id),
    /**
     * Set before the one call that may cost money. A restart that finds it set and `upstreamId`
     * empty cannot know whether the call arrived, and must not repeat it.
     */
    submittedAt: moment('submitted_at'),
    upstreamId: text('upstream_id'),
    /** Of a follow-up step: what it goes on from, as it was when it was asked for. */
    source: jsonb().$type<TaskSource>(),
    /** Of the request that asked for it; finds it in the log. */
    requestId: text('request_id'),
    /** The key that asked for it; absent for the page, and for keys of the environment. */
    keyId: text('key_id'),
    /** Who works on it, while it runs. */
    replicaId: text('replica_id'),
    /** How many times a worker has begun it. */
    attempts: integer().notNull().default(0),
    /** Sequence number of its newest event. */
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

/** An asset, the task at its provider that made it, and the name of the step that goes on from there. */
export type TaskSource = {
  assetId: string
  name: string
  step: string
  model: string
  upstreamId: string
}

/** One row a move of a task; `seq` is the SSE id. */
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
    /** Null for a model that was brought in from outside. */
    taskId: text('task_id')
      .unique()
      .references(() => tasks.id),
    name: text().notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text().notNull(),
    blobKey: text('blob_key').notNull(),
    thumbnailKey: text('thumbnail_key'),
    /** Pictures from all around; drawn when they are first asked for. */
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
  /** What every chat in it begins with. */
  instructions: text(),
  /** `hashText` of the instructions that the owner wrote or accepted. */
  instructionsHash: text('instructions_hash'),
  /** Whose vectors find passages of its files by meaning; absent: words alone do. */
  embeddingModel: text('embedding_model'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const conversations = pgTable('conversations', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  title: text().notNull(),
  /** The title is a person's and stays. */
  isNamed: boolean('is_named').notNull().default(false),
  modelId: text('model_id'),
  folderId: text('folder_id').references(() => folders.id, { onDelete: 'set null' }),
  /** The message whose branch is shown; absent: the newest. May be gone. */
  leafId: text('leaf_id'),
  settings: jsonb().$type<StoredChatSettings>(),
  pinnedAt: moment('pinned_at'),
  archivedAt: moment('archived_at'),
  /** In the trash since then. */
  deletedAt: moment('deleted_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/**
 * The part of a chat's settings that its row has. Guests and imports may write it, so it grants nothing: a system
 * prompt is used once its owner accepted it. Further fields in rows of earlier versions are ignored.
 */
export type StoredChatSettings = Pick<ChatSettings, 'systemPrompt' | 'params'>

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

/** Links that show one asset or one conversation to whoever has them. */
export const shares = pgTable('shares', {
  ownerId: ownerColumn(),
  /** The secret part of the link. */
  token: text().primaryKey(),
  assetId: text('asset_id')
    .unique()
    .references(() => assets.id, { onDelete: 'cascade' }),
  conversationId: text('conversation_id')
    .unique()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  /** Of a conversation: its pictures and documents too. */
  withFiles: boolean('with_files').notNull().default(false),
  /** Of a conversation: whoever has the link may go on from a copy. */
  canContinue: boolean('can_continue').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Their words are in an index. The column `search` that there is besides is for the version before, and is filled no more. */
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
    /** Of an answer being written: what was there before, the new words are in `run_pieces`. */
    text: text().notNull(),
    reasoning: text(),
    /** The run that wrote it last. */
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
    /** As they were when it began. */
    settings: jsonb().$type<ChatSettings>(),
    /** The guest who asked; absent: the owner did. */
    guestId: text('guest_id'),
    finishReason: text('finish_reason'),
    usage: jsonb().$type<Usage>(),
    cost: jsonb().$type<Money>(),
    firstTokenMs: real('first_token_ms'),
    writingMs: real('writing_ms'),
    /** What the answer was given to read, in the order in which it may cite them. */
    sources: jsonb().$type<Source[]>(),
    /** Fields that the service was asked without. */
    leftOut: jsonb('left_out').$type<LeftOut[]>(),
    /** Who writes it, while it runs. */
    replicaId: text('replica_id'),
    /** Somebody has asked another replica to stop it. */
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
    /** Calls that the model made together. */
    round: integer().notNull(),
    /** The model's own id of the call. */
    upstreamId: text('upstream_id').notNull(),
    name: text().notNull(),
    arguments: text().notNull(),
    status: text().$type<ToolCallStatus>().notNull(),
    result: text(),
    textAt: integer('text_at').notNull(),
    reasoningAt: integer('reasoning_at').notNull(),
    durationMs: real('duration_ms'),
    /** What only some tools have. */
    details: jsonb().$type<ToolCallDetails>(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.index] })],
)

export type ToolCallDetails = Pick<
  ToolCall,
  'title' | 'price' | 'taskId' | 'assetIds' | 'pictureIds' | 'structured' | 'question'
> & { orderId?: string; priceUsd?: number; answer?: ToolAnswer }

/** Tools that somebody lets run without asking, in every conversation. */
export const allowedTools = pgTable(
  'allowed_tools',
  {
    ownerId: ownerColumn(),
    name: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.name] })],
)

/** What services want back of the steps of answers with tool calls; see `KeptStep`. */
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

/** Files as text, for models to read. */
export const documents = pgTable(
  'documents',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    /** Of the bytes as uploaded. */
    sha256: text().notNull(),
    name: text().notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** In UTF-16 units. */
    textLength: integer('text_length').notNull(),
    pages: integer(),
    isCut: boolean('is_cut').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.ownerId, table.sha256)],
)

/** What a document says, in pieces that are written and read in a step each: no request waits for a long one. */
export const documentTexts = pgTable(
  'document_texts',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.position] })],
)

/** Documents that every chat in a folder knows. */
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

/** Documents of folders in passages, which the column `words` of the migrations lets find. */
export const documentPassages = pgTable(
  'document_passages',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Where it begins in the text, in UTF-16 units. */
    start: integer().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.position] })],
)

/** What a model makes of passages. */
export const passageVectors = pgTable(
  'passage_vectors',
  {
    ownerId: ownerColumn(),
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    model: text().notNull(),
    position: integer().notNull(),
    /** Absent: it was sent to the service and no answer is stored. */
    vector: bytes(),
    sentAt: moment('sent_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.model, table.position] })],
)

/** Pictures and documents of a message: one of the two ids in each row, or none once it was deleted. */
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

/** What the person wants every chat to know. */
export const memories = pgTable('memories', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  text: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** One row at most; without it memory is off. */
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
  /** The previous owner, until the current one saves it; absent: its owner wrote it. */
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
 * The words of a run in progress, appended as they come: rewriting one growing row each time would
 * cost the square of its length. Merged into the message, and deleted, when the run ends.
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
    /** Of the reasoning, how much had been taken for text before this was written. */
    movedUpTo: integer('moved_up_to').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
)

/** The processes that work with this database side by side. What one had whose lease is over is taken up by another. */
export const replicas = pgTable('replicas', {
  id: text().primaryKey(),
  leaseUntil: moment('lease_until').notNull(),
})

/** Keys of API clients. The key itself is never stored. */
export const apiKeys = pgTable('api_keys', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  name: text().notNull(),
  /** How the key begins, for a person to know it by. */
  prefix: text().notNull(),
  /** SHA-256 of the whole key, as hex. */
  digest: text().notNull().unique(),
  requestsPerMinute: integer('requests_per_minute').notNull(),
  streams: integer().notNull(),
  /** Absent: no limit. */
  monthlySpendUsd: doublePrecision('monthly_spend_usd'),
  /** Counted in `spentMonth`, `2026-11`, in UTC; another month's sum is nobody's business. */
  spentUsd: doublePrecision('spent_usd').notNull().default(0),
  spentMonth: text('spent_month').notNull().default(''),
  /** Set aside for what is under way; becomes part of `spentUsd` when that ends. */
  reservedUsd: doublePrecision('reserved_usd').notNull().default(0),
  /** The same at the highest price that these calls may have. */
  heldUsd: doublePrecision('held_usd').notNull().default(0),
  heldCalls: integer('held_calls').notNull().default(0),
  scopes: text()
    .array()
    .$type<KeyScope[]>()
    .notNull()
    .default([...keyScopes]),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
  /** From then on it is refused; absent: never. */
  expiresAt: moment('expires_at'),
  revokedAt: moment('revoked_at'),
})

/** Secrets that sign the webhooks of keys; derived from the generation, and never stored. */
export const webhookSecrets = pgTable('webhook_secrets', {
  ownerId: ownerColumn(),
  keyId: text('key_id').primaryKey(),
  generation: integer().notNull(),
  rotatedAt: moment('rotated_at').notNull(),
})

/** Webhooks of tasks, and their attempts. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  ownerId: ownerColumn(),
  /** The header `webhook-id`, the same for every attempt. */
  id: text().primaryKey(),
  keyId: text('key_id').notNull(),
  taskId: text('task_id')
    .notNull()
    .unique()
    .references(() => tasks.id, { onDelete: 'cascade' }),
  url: text().notNull(),
  /** Where the receiver reads the task. */
  taskUrl: text('task_url').notNull(),
  status: text().$type<DeliveryStatus>().notNull(),
  attempts: integer().notNull().default(0),
  /** Of a due delivery: when it is sent. */
  nextAt: moment('next_at'),
  /** Until then the server that sends it has it alone. */
  leaseUntil: moment('lease_until'),
  lastStatus: integer('last_status'),
  lastError: text('last_error'),
  createdAt: moment('created_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
})

/** Of what is used: US dollars, tokens, 3D models made, and bytes stored. */
const amountColumns = {
  usd: doublePrecision().notNull().default(0),
  tokens: doublePrecision().notNull().default(0),
  models: doublePrecision().notNull().default(0),
  bytes: doublePrecision().notNull().default(0),
}

/** Limits that admins have set. */
export const spendingLimits = pgTable(
  'spending_limits',
  {
    id: text().primaryKey(),
    scope: text().$type<LimitScope>().notNull(),
    /** Empty for the server and for everyone. */
    subject: text().notNull().default(''),
    measure: text().$type<Measure>().notNull(),
    period: text().$type<LimitPeriod>().notNull(),
    amount: doublePrecision().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.scope, table.subject, table.measure, table.period)],
)

/** Set aside for what is under way. A row goes when it is known what it cost. */
export const purchases = pgTable('purchases', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  /** Empty for the page, and for keys of the environment. */
  keyId: text('key_id').notNull().default(''),
  modelId: text('model_id').notNull().default(''),
  /** Of a 3D task, which settles it when it ends. */
  taskId: text('task_id'),
  /** The server that made it; another one settles it if that server is gone. */
  replicaId: text('replica_id'),
  ...amountColumns,
  /** Of an estimate: the highest amounts it may turn out to be. 0 for exact amounts. */
  heldUsd: doublePrecision('held_usd').notNull().default(0),
  heldTokens: doublePrecision('held_tokens').notNull().default(0),
  heldBytes: doublePrecision('held_bytes').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** The highest cost of one call of a model on a day. */
export const callCosts = pgTable(
  'call_costs',
  {
    modelId: text('model_id').notNull(),
    /** `2026-11-23`, in UTC. */
    day: text().notNull(),
    calls: integer().notNull().default(0),
    usd: doublePrecision().notNull().default(0),
    tokens: doublePrecision().notNull().default(0),
    bytes: doublePrecision().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.day] })],
)

/** What was used, summed up for each day, person, key and model. It outlives the person. */
export const usageDays = pgTable(
  'usage_days',
  {
    ownerId: ownerColumn(),
    keyId: text('key_id').notNull().default(''),
    modelId: text('model_id').notNull().default(''),
    /** `2026-11-23`, in UTC. */
    day: text().notNull(),
    ...amountColumns,
  },
  (table) => [primaryKey({ columns: [table.day, table.ownerId, table.keyId, table.modelId] })],
)

/** What an `Idempotency-Key` of an API client stands for. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Whose key it is: two clients may choose the same one. */
    scope: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the request, as hex. */
    digest: text().notNull(),
    /** Chosen before the task is made, so that whoever comes second makes the same one. */
    taskId: text('task_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)

/**
 * Ids of tasks and answers that were made after the backup that this data came from, so that they are not
 * here. What they bought is not bought again: by a page that repeats one, or under its `Idempotency-Key`.
 */
export const pastOrders = pgTable('past_orders', { id: text().primaryKey() })

/** Guesses at passwords, link tokens, API keys and codes that count: a restart forgives none. */
export const guesses = pgTable('guesses', {
  id: text().primaryKey(),
  /** What was guessed at, as far as it has a limit of its own. */
  secret: text().notNull(),
  /** A network or a browser. */
  guesser: text().notNull(),
  /** Whether it is a browser that has signed in before. */
  isKnown: boolean('is_known').notNull(),
  /** A digest of the email address whose password it was; absent for all that is no account's. */
  account: text(),
  at: moment('at').notNull(),
})

/** One row at most: the password that opens this server. */
export const passwords = pgTable('passwords', {
  id: text().primaryKey(),
  /** As `hashPassword` makes it. */
  hash: text().notNull(),
  source: text().$type<'environment' | 'owner'>().notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** One row, which stays when the second factor is switched off: a restore has to know what was last. */
export const secondFactors = pgTable('second_factors', {
  id: text().primaryKey(),
  /** Names what was set up, anew each time; absent while it is off. */
  enrolment: text(),
  /** What the authenticator app has, as `Seal` closes it. */
  sealedKey: text('sealed_key'),
  /** Of the code that was used last; none of it or of earlier ones counts again. */
  lastStep: integer('last_step').notNull().default(0),
  since: moment('since'),
  /** Switched on or off, or given new recovery codes. */
  changedAt: moment('changed_at').notNull(),
})

/** Those that were not used yet. */
export const recoveryCodes = pgTable('recovery_codes', {
  /** SHA-256 of the code as `plainRecoveryCode` writes it, as hex. */
  digest: text().primaryKey(),
  enrolment: text().notNull(),
})

/** People who may sign in; none as long as there are no accounts. The first goes on under the id of all that was there. */
export const users = pgTable('users', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** What they sign in with, in lower case. */
  email: text().notNull().unique(),
  role: text().$type<Role>().notNull(),
  /** As `hashPassword` makes it; absent for the first, who has the password of the server. */
  passwordHash: text('password_hash'),
  /** Switched off: signs in nowhere, and what is theirs stays. */
  isOff: boolean('is_off').notNull().default(false),
  /** Came by themselves, and is off until an admin approves. */
  isWaiting: boolean('is_waiting').notNull().default(false),
  /** Until then the deletion can be taken back. */
  deleteAt: moment('delete_at'),
  /** Id of who asked for it. */
  deleteBy: text('delete_by'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Who people are at the identity provider. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: text('user_id').notNull(),
    /** The role of an admin came from a group, and goes with it. */
    isAdminByGroup: boolean('is_admin_by_group').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('identities_user').on(table.userId),
  ],
)

/** Key pairs that people sign in with. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** As the authenticator names it, in base64url. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    name: text().notNull(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it was used, as it says itself; many always say 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How the browser reaches it, separated by spaces. */
    transports: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** What passkeys have answered in the last minutes. */
export const usedChallenges = pgTable('used_challenges', {
  /** SHA-256, as hex. */
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
    /** Came by a group of the identity provider or the proxy, and goes with it. */
    isByGroup: boolean('is_by_group').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] })],
)

/** Model files, where the rows are on a database server; without one they are files of the data folder. */
export const modelFiles = pgTable('model_files', {
  name: text().primaryKey(),
  text: text().notNull(),
  changedAt: moment('changed_at').notNull(),
})

/** Whom else a chat or model is shared with: one of the first two, and one of the second two. */
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

/** A connection, or one model, that has rows here can be used by those alone; the row with neither keeps it so. */
export const modelAccess = pgTable('model_access', {
  target: text().notNull(),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  teamId: text('team_id').references(() => teams.id, { onDelete: 'cascade' }),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** What admins have switched on for everybody; what has no row is off. */
export const serverSwitches = pgTable('server_switches', {
  name: text().$type<keyof PeopleSettings>().primaryKey(),
  isOn: boolean('is_on').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** Links that make one account each. */
export const invitations = pgTable('invitations', {
  id: text().primaryKey(),
  /** SHA-256 of the link's token, as hex. */
  digest: text().notNull().unique(),
  /** Of the person invited, for the list of those who have not come yet. */
  name: text().notNull(),
  /** In lower case; who signs in with it at the identity provider needs no link. */
  email: text(),
  role: text().$type<Role>().notNull(),
  /** Id of the admin who invited. Absent: from an earlier version, and ended. */
  invitedBy: text('invited_by'),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
})

/** Browsers that are signed in. What their cookies hold is never stored. */
export const sessions = pgTable('sessions', {
  id: text().primaryKey(),
  userId: text('user_id').notNull().default(firstOwnerId),
  /** SHA-256 of the cookie's token, as hex. */
  digest: text().notNull().unique(),
  /** Of the password or link that it was opened with. When those change, the session is over. */
  generation: text().notNull().default(''),
  /** When its owner last showed the password or link. */
  confirmedAt: moment('confirmed_at'),
  address: text().notNull(),
  userAgent: text('user_agent').notNull(),
  /** Whom the proxy named when it was opened, and a digest of their groups; the session holds as long as it says the same. */
  proxySubject: text('proxy_subject'),
  /** Of one that an identity provider has opened: a digest of its own session there, or empty where it names none. */
  providerSession: text('provider_session'),
  /** When it is over however much it is used, before the usual time. */
  endsAt: moment('ends_at'),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
})

/** Security events; an id sorts by the moment of its event. */
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

/** One row while something was deleted whose words may still be in the files of the database. */
export const deletions = pgTable('deletions', {
  id: text().primaryKey(),
  /** Goes up with each deletion, so that one which comes while the files are scrubbed is noticed. */
  count: integer().notNull().default(1),
})

/** Keys that other secrets are sealed with, each sealed with the master key, which is not in here. */
export const dataKeys = pgTable('data_keys', {
  id: text().primaryKey(),
  wrapped: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

const connectionColumns = {
  /** First part of its models' ids. */
  id: text().primaryKey(),
  kind: text().notNull(),
  name: text().notNull(),
  address: text(),
  /** As `Vault` seals them. */
  secrets: jsonb().$type<Record<string, SealedSecret>>().notNull(),
  /** Absent: `auto`. */
  chatApi: text('chat_api').$type<ChatApi>(),
  isOn: boolean('is_on').notNull().default(true),
  modelCount: integer('model_count'),
  lastAnsweredAt: moment('last_answered_at'),
  problem: jsonb().$type<Connection['problem']>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  changedAt: moment('changed_at').notNull().defaultNow(),
}

/** Services that the server uses for everybody. */
export const connections = pgTable('connections', {
  ...connectionColumns,
  /** Always `owner`. */
  owner: text().notNull(),
})

/** Those of one person or of a team: one of the two ids. */
export const ownConnections = pgTable('own_connections', {
  ...connectionColumns,
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  teamId: text('team_id').references(() => teams.id, { onDelete: 'cascade' }),
})

/** MCP servers whose tools chats can use; as connections, the server's rather than one person's. */
export const mcpServers = pgTable('mcp_servers', {
  /** First part of its tools' names. */
  id: text().primaryKey(),
  /** Who added it. There is one owner, `owner`, as long as there are no accounts. */
  owner: text().notNull(),
  name: text().notNull(),
  /** Absent for a command. */
  address: text(),
  /** Program and arguments. */
  command: jsonb().$type<string[]>(),
  /** By the name of a header or variable, as `Vault` seals them. */
  secrets: jsonb().$type<Record<string, SealedSecret>>().notNull(),
  isOn: boolean('is_on').notNull().default(true),
  tools: jsonb().$type<KeptTool[]>().notNull(),
  status: jsonb().$type<McpStatus>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** How a tool of an MCP server is defined, as far as models are told. */
export type ToolDefinition = {
  title: string
  description: string
  /** JSON Schema of its arguments. */
  parameters: Record<string, unknown>
  /** Of all of it, to notice a change. */
  hash: string
}

/** A tool of an MCP server as it was when somebody turned it on, or as it is now where it is off. */
export type KeptTool = ToolDefinition & {
  /** As the server calls it. */
  name: string
  isOn: boolean
  isGone?: boolean
  /** How it is defined by now, where that is different. */
  next?: ToolDefinition
}

export type McpStatus = Pick<
  McpServer,
  'software' | 'revision' | 'lastAnsweredAt' | 'problem' | 'leftOutCount'
>

/** 3D models of connections that somebody has imported; they outlive no connection. */
export const importedModels = pgTable(
  'imported_models',
  {
    id: text().primaryKey(),
    /** May be one that the environment names, which has no row. */
    connectionId: text('connection_id').notNull(),
    model: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    /** What was pasted, to ask again. */
    source: text().notNull(),
    paramSchema: jsonb('param_schema').$type<ParamSchema>().notNull(),
    /** Names of params that somebody did not want in the form. */
    leftOut: jsonb('left_out').$type<string[]>().notNull(),
    output: text(),
    wire: jsonb().$type<unknown>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When its service described it last. */
    readAt: moment('read_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.connectionId, table.model)],
)

/** What somebody has chosen for a model: one that has no row is on, under its service's name for it. */
export const modelChoices = pgTable(
  'model_choices',
  {
    owner: text().notNull(),
    modelId: text('model_id').notNull(),
    isOff: boolean('is_off').notNull().default(false),
    isFavourite: boolean('is_favourite').notNull().default(false),
    name: text(),
    /** Tokens that the model is to be allotted; absent: as its service, or we, see fit. */
    contextTokens: integer('context_tokens'),
    /** Entered by a person; absent: the price of the lists. */
    price: jsonb().$type<ChatPrice>(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.modelId] })],
)

/** Names that stand for several models, which are asked in turn. */
export const modelAliases = pgTable('model_aliases', {
  name: text().primaryKey(),
  /** Ids of models, or of other aliases. */
  targets: text().array().notNull(),
  timeoutSeconds: integer('timeout_seconds').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** The model that is used for something where nothing else is said. */
export const modelDefaults = pgTable(
  'model_defaults',
  {
    owner: text().notNull(),
    purpose: text().$type<ModelPurpose>().notNull(),
    modelId: text('model_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.purpose] })],
)

/** A secret as it is stored, and what may be shown of it. */
export type SealedSecret = { sealed: string; hint: string; setAt: string }

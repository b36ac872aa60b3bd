import {
  pgTable,
  text,
  primaryKey,
  integer,
  boolean,
  unique,
  real,
  index,
} from 'drizzle-orm/pg-core'
import { ownerColumn, moment, jsonb } from '../columns.ts'
import type { TaskStatus } from '#contract/tasks.ts'
import type { Failure } from '#contract/errors.ts'
import type { DeliveryStatus } from '#contract/webhooks.ts'

export const files = pgTable(
  'files',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    /** Hash of the uploaded bytes, to detect repeated uploads. */
    sha256: text().notNull(),
    name: text().notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    hasAlpha: boolean('has_alpha').notNull(),
    blobKey: text('blob_key').notNull(),
    /**
     * Id of the API key with which a program uploaded the file first. Null if a person uploaded the
     * file, or if the key comes from the environment variable `BOZZETTO_API_KEYS`.
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
     * Set before the one call that may cost money. If a restart finds this value without
     * `upstreamId`, the call may have arrived and must not be repeated.
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

/**
 * Numbers from which the secrets that sign webhooks of keys are derived. The secrets are never
 * stored.
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
  /** Time until which one server has the exclusive right to send the webhook. */
  leaseUntil: moment('lease_until'),
  lastStatus: integer('last_status'),
  lastError: text('last_error'),
  createdAt: moment('created_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
})

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Id of the API key, because two clients may choose the same idempotency key. */
    scope: text().notNull(),
    key: text().notNull(),
    digest: text().notNull(),
    /**
     * Id of the task, chosen before the task is created, so that a concurrent request uses the same
     * id.
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
 * Ids of tasks and answers that were created after the backup from which this data was restored.
 * Their requests must not be paid a second time.
 */
export const pastOrders = pgTable('past_orders', { id: text().primaryKey() })

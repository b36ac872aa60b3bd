import { doublePrecision, pgTable, text, primaryKey, unique, integer } from 'drizzle-orm/pg-core'
import { moment, ownerColumn } from '../columns.ts'
import type { LimitScope, Measure, LimitPeriod } from '#contract/spending.ts'

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

/** Reservations for running calls. A row is deleted when the cost of its call is known. */
export const purchases = pgTable('purchases', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  /** Id of the API key. Empty for the page and for keys of the environment. */
  keyId: text('key_id').notNull().default(''),
  modelId: text('model_id').notNull().default(''),
  /** Id of the 3D task that settles the reservation when it ends. */
  taskId: text('task_id'),
  /**
   * Id of the server that made the reservation. If that server has ended, another server settles
   * the reservation.
   */
  replicaId: text('replica_id'),
  ...amountColumns,
  /**
   * Highest possible cost in US dollars if the reservation is an estimate. 0 for an exact amount.
   */
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

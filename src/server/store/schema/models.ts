import { pgTable, text, primaryKey, boolean, integer } from 'drizzle-orm/pg-core'
import { moment, jsonb } from '../columns.ts'
import { users, teams } from './access.ts'
import type { ChatPrice, ModelPurpose } from '#contract/models.ts'

/**
 * Descriptions of 3D models that were added as files. Used only with a database server, because the
 * embedded database keeps these files in the data folder.
 */
export const modelFiles = pgTable('model_files', {
  name: text().primaryKey(),
  text: text().notNull(),
  changedAt: moment('changed_at').notNull(),
})

/**
 * Restrictions of a connection or model to people and teams. A row without person and team keeps
 * the restriction if no others are left.
 */
export const modelAccess = pgTable('model_access', {
  target: text().notNull(),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  teamId: text('team_id').references(() => teams.id, { onDelete: 'cascade' }),
  createdAt: moment('created_at').notNull().defaultNow(),
})

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

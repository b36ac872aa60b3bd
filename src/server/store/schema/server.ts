import { pgTable, text, boolean, integer } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'
import type { PeopleSettings } from '#contract/access/teams.ts'

/**
 * Processes that share this database. If the lease of a process has expired, another process takes
 * over its work.
 */
export const replicas = pgTable('replicas', {
  id: text().primaryKey(),
  leaseUntil: moment('lease_until').notNull(),
})

/** Settings that admins have turned on. A setting without a row is off. */
export const serverSwitches = pgTable('server_switches', {
  name: text().$type<keyof PeopleSettings>().primaryKey(),
  isOn: boolean('is_on').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** Settings that an admin has changed in the page, as texts of the environment's format. */
export const serverSettings = pgTable('server_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** At most one row, which exists while deleted text may remain in the files of the database. */
export const deletions = pgTable('deletions', {
  id: text().primaryKey(),
  /**
   * Number that increases with each deletion, so that the cleanup notices deletions that happen
   * while the cleanup runs.
   */
  count: integer().notNull().default(1),
})

/**
 * Keys that encrypt other secrets. They are encrypted with the master key, which the database does
 * not contain.
 */
export const dataKeys = pgTable('data_keys', {
  id: text().primaryKey(),
  wrapped: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Mails and webhooks of alerts, until they are sent or have failed. */
export const outgoingMessages = pgTable('outbox', {
  id: text().primaryKey(),
  channel: text().$type<'mail' | 'webhook'>().notNull(),
  recipient: text().notNull(),
  /**
   * Encrypted content, because it may contain the link of an invitation. Null once the message was
   * sent or has failed.
   */
  sealed: text(),
  invitationId: text('invitation_id'),
  status: text().$type<'waiting' | 'sent' | 'failed'>().notNull(),
  attempts: integer().notNull().default(0),
  nextAt: moment('next_at'),
  /** Time until which one server has the exclusive right to send the message. */
  leaseUntil: moment('lease_until'),
  lastError: text('last_error'),
  createdAt: moment('created_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
})

export const alerts = pgTable('alerts', {
  key: text().primaryKey(),
  isActive: boolean('is_active').notNull(),
  raisedAt: moment('raised_at').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

import {
  pgTable,
  text,
  primaryKey,
  integer,
  doublePrecision,
  boolean,
  index,
  bigint,
} from 'drizzle-orm/pg-core'
import { jsonb, ownerColumn, moment } from '../columns.ts'
import { type KeyScope, keyScopes } from '#contract/access/keys.ts'
import type { Role } from '#contract/access/access.ts'
import type { TeamRole } from '#contract/access/teams.ts'
import { firstOwnerId } from '../owner-scope.ts'
import type { AuditKind } from '#contract/access/audit.ts'

/** API keys without the key itself. */
export const apiKeys = pgTable('api_keys', {
  ownerId: ownerColumn(),
  id: text().primaryKey(),
  name: text().notNull(),
  /** First characters of the key, so that people can recognize it. */
  prefix: text().notNull(),
  digest: text().notNull().unique(),
  requestsPerMinute: integer('requests_per_minute').notNull(),
  streams: integer().notNull(),
  /** Null: no limit. */
  monthlySpendUsd: doublePrecision('monthly_spend_usd'),
  /** Amount that was spent in `spentMonth`, in US dollars. Ignored in other months. */
  spentUsd: doublePrecision('spent_usd').notNull().default(0),
  spentMonth: text('spent_month').notNull().default(''),
  /**
   * US dollars reserved for running calls. The amount becomes part of `spentUsd` when the calls
   * end.
   */
  reservedUsd: doublePrecision('reserved_usd').notNull().default(0),
  /** Sum of the highest possible prices of the running calls, in US dollars. */
  heldUsd: doublePrecision('held_usd').notNull().default(0),
  heldCalls: integer('held_calls').notNull().default(0),
  scopes: text()
    .array()
    .$type<KeyScope[]>()
    .notNull()
    .default([...keyScopes]),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
  expiresAt: moment('expires_at'),
  revokedAt: moment('revoked_at'),
})

/**
 * Wrong guesses of passwords, link tokens, API keys and codes. They still count after a restart.
 */
export const guesses = pgTable('guesses', {
  id: text().primaryKey(),
  secret: text().notNull(),
  guesser: text().notNull(),
  isKnown: boolean('is_known').notNull(),
  /** SHA-256 of the account's email address. Null for secrets that belong to no account. */
  account: text(),
  at: moment('at').notNull(),
})

export const passwords = pgTable('passwords', {
  id: text().primaryKey(),
  hash: text().notNull(),
  source: text().$type<'environment' | 'owner'>().notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/**
 * Second factors, one row per person. The row remains when the second factor is turned off, because
 * a restore needs the last state.
 */
export const secondFactors = pgTable('second_factors', {
  id: text().primaryKey(),
  /** Random id of the setup. Null while the second factor is off. */
  enrolment: text(),
  sealedKey: text('sealed_key'),
  /** Time step of the last accepted code. Codes of this and earlier steps are rejected. */
  lastStep: integer('last_step').notNull().default(0),
  since: moment('since'),
  /** Time at which the second factor was turned on or off, or new recovery codes were created. */
  changedAt: moment('changed_at').notNull(),
})

export const recoveryCodes = pgTable('recovery_codes', {
  /** SHA-256 in hex of the code in the format of `plainRecoveryCode`. */
  digest: text().primaryKey(),
  enrolment: text().notNull(),
})

/** Accounts. The first account keeps the id that owned all rows before there were accounts. */
export const users = pgTable('users', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  role: text().$type<Role>().notNull(),
  /**
   * In the format of `hashPassword`. Null for the first account, which uses the password of the
   * server.
   */
  passwordHash: text('password_hash'),
  /** True for a disabled account. Its person cannot sign in, but its data remains. */
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
    publicKey: text('public_key').notNull(),
    /** Number of uses that the authenticator reports. Many authenticators always report 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/**
 * Challenges that passkeys have answered in the last minutes. Each challenge can be used only once.
 */
export const usedChallenges = pgTable('used_challenges', {
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
     * True if the membership came from a group of the identity provider or proxy. The membership
     * ends when the person leaves the group.
     */
    isByGroup: boolean('is_by_group').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] })],
)

/** The key that identifies this server to push services, encrypted by the vault. */
export const pushKeys = pgTable('push_keys', {
  id: text().primaryKey(),
  sealedKey: text('sealed_key').notNull(),
})

export const sessions = pgTable('sessions', {
  id: text().primaryKey(),
  userId: text('user_id').notNull().default(firstOwnerId),
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
   * Person whose name the proxy sent at sign-in, and a digest of the groups. The session is valid
   * while both stay the same.
   */
  proxySubject: text('proxy_subject'),
  /**
   * For a session of an identity provider: SHA-256 of the provider's session id, or empty if the
   * provider sends none.
   */
  providerSession: text('provider_session'),
  endsAt: moment('ends_at'),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
})

/** Browsers that receive notices while their page is closed. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    ownerId: ownerColumn(),
    sessionId: text('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    origin: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('push_subscriptions_owner').on(table.ownerId)],
)

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

/** Links that set a new password. Only the hash of the token is stored. */
export const passwordResets = pgTable('password_resets', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  digest: text().notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** At most one row: the token of the directory that manages accounts by SCIM. */
export const scimTokens = pgTable('scim_tokens', {
  id: text().primaryKey(),
  digest: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
})

export const scimUsers = pgTable('scim_users', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  resource: jsonb().notNull(),
  isProvisioned: boolean('is_provisioned').notNull(),
  /** True if the role of admin came from a group. The role ends with the membership. */
  isAdminByGroup: boolean('is_admin_by_group').notNull().default(false),
})

export const scimGroups = pgTable('scim_groups', {
  id: text().primaryKey(),
  resource: jsonb().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

import { pgTable, text, boolean, integer } from 'drizzle-orm/pg-core'
import { ownerColumn, moment } from '../columns.ts'
import { assets } from './library.ts'
import { conversations } from './chat.ts'
import { users, teams } from './access.ts'
import type { GrantRole } from '#contract/sharing/shared-with-me.ts'
import type { Role } from '#contract/access/access.ts'

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
  /** False if the page of a shared model hides its downloads. */
  canDownload: boolean('can_download').notNull().default(true),
  altText: text('alt_text'),
  /** Null if the link never ends. */
  expiresAt: moment('expires_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
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

export const invitations = pgTable('invitations', {
  id: text().primaryKey(),
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

/**
 * Files that a slicer may download once. The sweep deletes their bytes, because no other row refers
 * to them.
 */
export const slicerFiles = pgTable('slicer_files', {
  ownerId: ownerColumn(),
  digest: text().primaryKey(),
  name: text().notNull(),
  blobKey: text('blob_key').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

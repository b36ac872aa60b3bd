import { pgTable, text, bigint, boolean, index } from 'drizzle-orm/pg-core'
import { ownerColumn, jsonb, moment } from '../columns.ts'
import { tasks, files } from './generation.ts'
import type { ModelStats, Recipe, AssetNote } from '#contract/assets.ts'

export const assets = pgTable(
  'assets',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
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
  (table) => [
    index('assets_created_at').on(table.createdAt),
    index('assets_size').on(table.sizeBytes, table.id),
  ],
)

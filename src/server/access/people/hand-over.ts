import { and, eq, inArray, sql } from 'drizzle-orm'
import { chatPermissionsSchema } from '#contract/chat/settings.ts'
import { asServer } from '../../store/owner-scope.ts'
import * as schema from '../../store/schema.ts'
import type { Database, Store } from '../../store/store.ts'

/**
 * Tables whose rows are transferred to another person. Keys, memory and permissions stay with the
 * old owner.
 */
export const handedOverTables = [
  schema.folders,
  schema.conversations,
  schema.messages,
  schema.runs,
  schema.runPieces,
  schema.toolCalls,
  schema.answerSteps,
  schema.messageAttachments,
  schema.chatSummaries,
  schema.documentTexts,
  schema.folderDocuments,
  schema.documentPassages,
  schema.documentIndexes,
  schema.documentTerms,
  schema.passageVectors,
  schema.tasks,
  schema.taskEvents,
  schema.assets,
  schema.shares,
  schema.grants,
  schema.assistants,
  schema.files,
  schema.documents,
  schema.prompts,
] as const

/**
 * Transfers chats, models, pictures, documents, assistants and prompts of one person to another in
 * one transaction.
 */
export const handOver = (store: Store, { from, to }: { from: string; to: string }): Promise<void> =>
  asServer(() =>
    store.transaction(async ({ db }) => {
      await makeRoom(db, from, to)
      await dropPermissions(db, from)
      await dropOpinions(db, from)
      for (const table of handedOverTables) {
        await db.update(table).set({ ownerId: to }).where(eq(table.ownerId, from))
      }
    }),
  )

/** Deletes ratings and votes in the transferred chats, so that the new owner can rate and vote. */
async function dropOpinions(db: Database, from: string): Promise<void> {
  const { conversations } = schema
  const own = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.ownerId, from))
  for (const table of [schema.answerRatings, schema.comparisonVotes]) {
    await db.delete(table).where(and(eq(table.ownerId, from), inArray(table.conversationId, own)))
  }
}

async function dropPermissions(db: Database, from: string): Promise<void> {
  const { assistants, chatPermissions } = schema
  await db.delete(chatPermissions).where(eq(chatPermissions.ownerId, from))
  await db
    .update(assistants)
    .set({
      settings: sql`${assistants.settings} - ${sql.raw(permissionNames)}`,
      authorId: sql`coalesce(${assistants.authorId}, ${from})`,
      teamId: null,
    })
    .where(eq(assistants.ownerId, from))
}

const permissionNames = `array['${Object.keys(chatPermissionsSchema.shape).join("', '")}']`

/**
 * Changes rows of `from` whose hash or command also exists in `to`, because both must be unique per
 * person.
 */
async function makeRoom(db: Database, from: string, to: string): Promise<void> {
  const { files, documents, prompts } = schema
  for (const table of [files, documents]) {
    const theirs = db.select({ sha256: table.sha256 }).from(table).where(eq(table.ownerId, to))
    await db
      .update(table)
      .set({ sha256: sql`md5(${table.sha256} || ${table.id}) || md5(${table.id})` })
      .where(and(eq(table.ownerId, from), inArray(table.sha256, theirs)))
  }
  const commands = db
    .select({ command: prompts.command })
    .from(prompts)
    .where(eq(prompts.ownerId, to))
  await db
    .update(prompts)
    .set({ command: sql`${prompts.command} || '-' || right(${prompts.id}, 6)` })
    .where(and(eq(prompts.ownerId, from), inArray(prompts.command, commands)))
}

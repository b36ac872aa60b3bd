import { asc, eq, gt, type InferSelectModel } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { csvLine } from '#lib/csv.ts'
import { toPictureDataUrl } from '../chat/assistants/assistant-picture.ts'
import { toAttachmentName } from '../chat/transfer/chat-archive.ts'
import { createYield } from '../process/yield-loop.ts'
import { usagePages, type UsageRow } from '../spending/usage-pages.ts'
import { ownerIdHere } from '../store/owner-scope.ts'
import {
  apiKeys,
  assistants,
  chatDefaults,
  documents,
  files,
  folderDocuments,
  folders,
  memories,
  prompts,
  scheduleRuns,
  schedules,
  tasks,
  teamMembers,
  teams,
  users,
} from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * Number of rows per query. It is small, because assistants and documents may have about 100 KB
 * each.
 */
const rowsAtOnce = 20

async function* everyRow<T extends PgTable & { id: PgColumn }>(
  { db }: Store,
  table: T,
): AsyncGenerator<InferSelectModel<T>> {
  // Without this annotation Drizzle's types require a known table.
  const from: PgTable = table
  const yieldLoop = createYield()
  for (let after = ''; ;) {
    const rows = (await db
      .select()
      .from(from)
      .where(gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(rowsAtOnce)) as (InferSelectModel<T> & { id: string })[]
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.id
    // The export yields, because the embedded database answers without yielding to the event loop.
    await yieldLoop()
  }
}

/** Returns the owner's account, or an empty object without accounts. */
export async function readAccount({ db }: Store): Promise<Record<string, unknown>> {
  const id = ownerIdHere()
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (!user) return {}
  const inTeams = await db
    .select({ name: teams.name, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, id))
  const { name, email, role, createdAt } = user
  return { name, email, role, createdAt, teams: inTeams }
}

export async function* everyPicture(store: Store) {
  for await (const { id, mimeType } of everyRow(store, files)) yield { id, mimeType }
}

export async function* everyDocument(store: Store) {
  for await (const { id, mimeType } of everyRow(store, documents)) yield { id, mimeType }
}

export async function* everyFolder(store: Store) {
  for await (const { ownerId: _, ...folder } of everyRow(store, folders)) {
    const known = await store.db
      .select({ id: documents.id, name: documents.name, mimeType: documents.mimeType })
      .from(folderDocuments)
      .innerJoin(documents, eq(documents.id, folderDocuments.documentId))
      .where(eq(folderDocuments.folderId, folder.id))
    yield {
      ...folder,
      documents: known.map(({ name, ...rest }) => ({
        name,
        file: toAttachmentName({ kind: 'document', ...rest }),
      })),
    }
  }
}

export async function* everyTask(store: Store) {
  for await (const task of everyRow(store, tasks)) {
    const { id, modelId, params, status, failure, createdAt, startedAt, finishedAt } = task
    yield { id, modelId, params, status, failure, createdAt, startedAt, finishedAt }
  }
}

export const everyMemory = (store: Store) => withoutOwner(everyRow(store, memories))
export async function* everyAssistant(store: Store) {
  for await (const { ownerId: _, picture, ...row } of everyRow(store, assistants)) {
    yield { ...row, ...(picture && { picture: toPictureDataUrl(picture) }) }
  }
}
export async function* everyChatDefault({ db }: Store) {
  const ids = await db.select({ modelId: chatDefaults.modelId }).from(chatDefaults)
  for (const { modelId } of ids) {
    const [row] = await db.select().from(chatDefaults).where(eq(chatDefaults.modelId, modelId))
    if (!row) continue
    const { ownerId: _, ...own } = row
    yield own
  }
}
export const everySchedule = (store: Store) => withoutOwner(everyRow(store, schedules))
export const everyScheduleRun = (store: Store) => withoutOwner(everyRow(store, scheduleRuns))
export const everyPrompt = (store: Store) => withoutOwner(everyRow(store, prompts))

async function* withoutOwner<T extends { ownerId: string }>(rows: AsyncIterable<T>) {
  for await (const { ownerId: _, ...row } of rows) yield row
}

/** Yields lines of CSV, one line for each day, model and key. */
export async function* usageLines({ db }: Store): AsyncGenerator<string> {
  const keys = await db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys)
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const toLine = ({ day, modelId, keyId, usd, tokens, models, bytes }: UsageRow) =>
    csvLine([day, modelId, names.get(keyId) ?? keyId, usd, tokens, models, bytes])
  yield csvLine(['day', 'model', 'key', 'usd', 'tokens', 'models', 'bytes'])
  for await (const rows of usagePages(db)) yield rows.map(toLine).join('')
}

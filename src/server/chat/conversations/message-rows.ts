import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Attachment, Conversation, Message, Run } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { pictureUrlOf } from '../../files/file-service.ts'
import {
  conversations,
  documents,
  files,
  messageAttachments,
  messages,
  runs,
  toolCalls,
} from '../../store/schema.ts'
import { createYield, mapInSteps } from '../../process/yield-loop.ts'
import { ownedBy } from '../../store/owned-queries.ts'
import type { Database } from '../../store/store.ts'
import { toConversation } from './conversation-rows.ts'
import { toPublicCall, type CalledTool } from '../tools/called-tool.ts'

/** All messages of a conversation with all that belongs to them, oldest first. */
export async function listMessages(db: Database, conversationId: string): Promise<Message[]> {
  const isInIt = eq(messages.conversationId, conversationId)
  const [rows, calls, attached] = await Promise.all([
    selectWithRuns(db, conversationId),
    db
      .select({ call: toolCalls })
      .from(toolCalls)
      .innerJoin(messages, eq(messages.id, toolCalls.messageId))
      .where(isInIt)
      .orderBy(asc(toolCalls.index)),
    selectAttachments(db)
      .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
      .where(isInIt)
      .orderBy(asc(messageAttachments.position)),
  ])
  const callsOf = grouped(calls, ({ call }) => call.messageId)
  const attachedTo = grouped(attached, ({ messageId }) => messageId)
  return mapInSteps(rows, ({ message, run }) => ({
    ...message,
    ...attachmentsIn(attachedTo.get(message.id)),
    ...callsIn(callsOf.get(message.id)?.map(({ call }) => toCalledTool(call))),
    ...(run && { run }),
  }))
}

/** What one query hands over: each is work that nothing interrupts, of some ten milliseconds. */
const rowsAtOnce = 500
const bytesAtOnce = 256 * 1024
/** A longer text comes in pieces of so many characters, each up to four bytes. */
const pieceLength = 128 * 1024

type RowWithRun = { message: Message; run?: Run }

/**
 * All messages of a conversation with their runs, in pages: the database works in this very thread, and
 * would hold up everything else for as long as a thread of thousands takes.
 */
async function selectWithRuns(db: Database, conversationId: string): Promise<RowWithRun[]> {
  const all: RowWithRun[] = []
  const yieldLoop = createYield()
  for (let last: Place | undefined; ;) {
    const page = await selectPage(db, conversationId, last)
    if (page.length === 0) return all
    for (const row of page) {
      if (row[3] === null) {
        row[3] = (await readText(db, row[0], messages.text)) ?? ''
        row[4] = await readText(db, row[0], messages.reasoning)
      }
      all.push(withRun(conversationId, row))
    }
    const [id, , , , , , at] = page.at(-1) ?? []
    if (id === undefined || at === undefined) return all
    last = { id, at }
    await yieldLoop()
  }
}

/** Of a message in the order of its conversation. */
type Place = { id: string; /** As Postgres writes it, to the microsecond. */ at: string }

/**
 * Messages after `last`, at least one if there is any, as one text of lists: of many, the embedded database
 * takes four times as long to hand over each field by itself. The texts of a message that is larger than a
 * page are left out. Runs are looked up one by one: before the planner knows how many there are, it would
 * read them all for each page.
 */
async function selectPage(
  db: Database,
  conversationId: string,
  last: Place | undefined,
): Promise<JsonRow[]> {
  const isAfter =
    last && sql`and (created_at, id) > (${last.at}::text::timestamptz, ${last.id}::text)`
  const { rows } = await db.execute<{ json: string }>(sql`
    with next as materialized (
      select *, octet_length(text) + coalesce(octet_length(reasoning), 0) as size
      from messages where ${ownedBy('messages')} and conversation_id = ${conversationId} ${isAfter}
      order by created_at, id limit ${rowsAtOnce}
    ), page as (
      select *, sum(size) over (order by created_at, id) as so_far from next
    )
    select coalesce(json_agg(json_build_array(
      m.id, m.parent_id, m.role, case when m.size <= ${bytesAtOnce} then m.text end,
      case when m.size <= ${bytesAtOnce} then m.reasoning end, m.created_at, m.created_at::text,
      r.id, r.model_id, r.status, r.failure, r.finish_reason, r.usage, r.cost, r.started_at,
      r.finished_at, r.first_token_ms, r.writing_ms, r.sources
    ) order by m.created_at, m.id), '[]')::text as json
    from page m left join lateral (select * from runs where id = m.run_id limit 1) r on true
    where m.so_far <= ${bytesAtOnce} or m.so_far = m.size`)
  return JSON.parse(rows[0]?.json ?? '[]') as JsonRow[]
}

/** A text of a message in pieces; it may grow meanwhile. */
async function readText(
  db: Database,
  id: string,
  column: typeof messages.text | typeof messages.reasoning,
): Promise<string | null> {
  const yieldLoop = createYield()
  let text: string | null = null
  for (let from = 1; ; from += pieceLength) {
    const [row] = await db
      .select({ piece: sql<string | null>`substr(${column}, ${from}::int, ${pieceLength}::int)` })
      .from(messages)
      .where(eq(messages.id, id))
    if (typeof row?.piece !== 'string') return text
    text = (text ?? '') + row.piece
    // Postgres counts characters: here some are two units, but none is less than one.
    if (row.piece.length < pieceLength) return text
    await yieldLoop()
  }
}

function withRun(conversationId: string, row: JsonRow): RowWithRun {
  const [id, parentId, role, text, reasoning, createdAt, , runId, ...run] = row
  return {
    message: toMessage({
      id,
      conversationId,
      parentId,
      role,
      text: text ?? '',
      reasoning,
      createdAt: new Date(createdAt),
    }),
    ...(runId !== null && { run: runIn(runId, run) }),
  }
}

type JsonRow = [
  id: string,
  parentId: string | null,
  role: MessageRow['role'],
  /** Null for a large one, until it is read by itself. */
  text: string | null,
  reasoning: string | null,
  createdAt: string,
  /** The same to the microsecond, which a `Date` does not have. */
  exactlyAt: string,
  runId: string | null,
  ...run: JsonRun,
]
/** All are null where there is no run. */
type JsonRun = [
  modelId: string,
  status: RunRow['status'],
  failure: RunRow['failure'],
  finishReason: string | null,
  usage: RunRow['usage'],
  cost: RunRow['cost'],
  startedAt: string,
  finishedAt: string | null,
  firstTokenMs: number | null,
  writingMs: number | null,
  sources: RunRow['sources'],
]

function runIn(id: string, fields: JsonRun): Run {
  const [modelId, status, failure, finishReason, usage, cost, startedAt, finishedAt, ...times] =
    fields
  const [firstTokenMs, writingMs, sources] = times
  return toRun({
    id,
    modelId,
    status,
    failure,
    finishReason,
    usage,
    cost,
    startedAt: new Date(startedAt),
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
    firstTokenMs,
    writingMs,
    sources,
  })
}

/** One message without its run. */
export async function findMessage(db: Database, id: string): Promise<Message | undefined> {
  const [row] = await db.select().from(messages).where(eq(messages.id, id))
  return row && { ...toMessage(row), ...attachmentsIn(await listAttachments(db, [id])) }
}

/** A run with what stands around it. */
export type StoredRun = {
  run: Run
  settings: ChatSettings | undefined
  conversation: Conversation
  answerId: string
  parentId: string
  reasoning: string
  text: string
  toolCalls: CalledTool[]
}

export async function findRun(db: Database, id: string): Promise<StoredRun | undefined> {
  const [row] = await db
    .select({ run: runs, message: messages, conversation: conversations })
    .from(runs)
    .innerJoin(messages, eq(messages.id, runs.answerId))
    .innerJoin(conversations, eq(conversations.id, runs.conversationId))
    .where(eq(runs.id, id))
  if (!row) return undefined
  return {
    run: toRun(row.run),
    settings: row.run.settings ?? undefined,
    conversation: toConversation(row.conversation),
    answerId: row.message.id,
    parentId: row.message.parentId ?? '',
    reasoning: row.message.reasoning ?? '',
    text: row.message.text,
    toolCalls: await listToolCalls(db, [row.message.id]),
  }
}

/** In the order in which they were made. */
export async function listToolCalls(
  db: Database,
  messageIds: readonly string[],
): Promise<(CalledTool & { messageId: string })[]> {
  if (messageIds.length === 0) return []
  const rows = await db
    .select()
    .from(toolCalls)
    .where(inArray(toolCalls.messageId, [...messageIds]))
    .orderBy(asc(toolCalls.index))
  return rows.map((row) => ({ messageId: row.messageId, ...toCalledTool(row) }))
}

export type AttachedFile = Awaited<ReturnType<typeof listAttachments>>[number]

/** Pictures and documents of some messages, each with what the page shows of it. */
export async function listAttachments(db: Database, messageIds: readonly string[]) {
  if (messageIds.length === 0) return []
  return selectAttachments(db)
    .where(inArray(messageAttachments.messageId, [...messageIds]))
    .orderBy(asc(messageAttachments.position))
}

const selectAttachments = (db: Database) =>
  db
    .select({
      messageId: messageAttachments.messageId,
      file: files,
      // Everything but the text itself.
      document: {
        id: documents.id,
        name: documents.name,
        mimeType: documents.mimeType,
        sizeBytes: documents.sizeBytes,
        textLength: documents.textLength,
        pages: documents.pages,
        isCut: documents.isCut,
      },
    })
    .from(messageAttachments)
    .leftJoin(files, eq(files.id, messageAttachments.fileId))
    .leftJoin(documents, eq(documents.id, messageAttachments.documentId))

function attachmentsIn(rows: readonly Omit<AttachedFile, 'messageId'>[] | undefined) {
  const attachments = rows?.flatMap((row) => toAttachment(row) ?? []) ?? []
  const deletedFiles = (rows?.length ?? 0) - attachments.length
  return {
    ...(attachments.length > 0 && { attachments }),
    ...(deletedFiles > 0 && { deletedFiles }),
  }
}

function toAttachment({ file, document }: Omit<AttachedFile, 'messageId'>): Attachment | undefined {
  if (document) {
    const { pages, ...rest } = document
    return { kind: 'document', ...rest, ...(pages !== null && { pages }) }
  }
  if (!file) return undefined
  const { id, name, mimeType, sizeBytes, widthPx, heightPx } = file
  const url = pictureUrlOf(id)
  return { kind: 'picture', id, name, mimeType, sizeBytes, widthPx, heightPx, url }
}

const callsIn = (calls: readonly CalledTool[] | undefined) =>
  calls && calls.length > 0 ? { toolCalls: calls.map(toPublicCall) } : {}

const toCalledTool = (row: typeof toolCalls.$inferSelect): CalledTool => ({
  index: row.index,
  round: row.round,
  upstreamId: row.upstreamId,
  name: row.name,
  arguments: row.arguments,
  status: row.status,
  ...(row.result !== null && { result: row.result }),
  at: { text: row.textAt, reasoning: row.reasoningAt },
  ...(row.durationMs !== null && { durationMs: row.durationMs }),
  ...row.details,
})

type MessageRow = Omit<typeof messages.$inferSelect, 'runId' | 'ownerId'>
/** Everything but what only writing needs. */
type RunRow = Omit<typeof runs.$inferSelect, 'conversationId' | 'answerId' | 'settings' | 'ownerId'>

const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  conversationId: row.conversationId,
  ...(row.parentId !== null && { parentId: row.parentId }),
  role: row.role,
  text: row.text,
  ...(row.reasoning !== null && { reasoning: row.reasoning }),
  createdAt: row.createdAt.toISOString(),
})

const toRun = (row: RunRow): Run => ({
  id: row.id,
  modelId: row.modelId,
  status: row.status,
  ...(row.failure && { failure: row.failure }),
  ...(row.finishReason !== null && { finishReason: row.finishReason }),
  ...(row.usage && { usage: row.usage }),
  ...(row.cost && { cost: row.cost }),
  startedAt: row.startedAt.toISOString(),
  ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
  ...(row.firstTokenMs !== null && { firstTokenMs: row.firstTokenMs }),
  ...(row.writingMs !== null && { writingMs: row.writingMs }),
  ...(row.sources && { sources: row.sources }),
})

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

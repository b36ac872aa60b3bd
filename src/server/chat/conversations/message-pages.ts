import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Message, Run } from '#contract/chat/chat.ts'
import { createYield } from '../../process/yield-loop.ts'
import { ownedBy } from '../../store/owned-queries.ts'
import { messages } from '../../store/schema.ts'
import type { Database } from '../../store/store.ts'
import {
  attachmentsIn,
  callsIn,
  listAttachments,
  listToolCalls,
  toMessage,
  toRun,
  type MessageRow,
  type RunRow,
} from './message-rows.ts'

/** Messages per query. A query of this size blocks the event loop for about 10 ms. */
const rowsAtOnce = 100
const bytesAtOnce = 256 * 1024
/** Length of the pieces in which longer texts are read, in characters. */
const pieceLength = 128 * 1024
/** Maximum number of messages per query of tool calls, because their results may be long. */
const messagesWithCallsAtOnce = 50

/**
 * Yields the messages of a conversation, oldest first, in pages of at least one message. Pages are
 * small because the embedded database runs in this thread.
 */
export async function* messagePages(
  db: Database,
  conversationId: string,
): AsyncGenerator<Message[]> {
  const yieldLoop = createYield()
  for (let last: Place | undefined; ;) {
    const { rows, found } = await selectPage(db, inOrder(conversationId, last))
    last = getPlace(rows)
    if (last === undefined) return
    await yieldLoop()
    yield await messagesIn(db, { conversationId, rows, yieldLoop })
    if (rows.length === found && found < rowsAtOnce) return
    await yieldLoop()
  }
}

/** Yields the messages with these ids, in the order of `ids`. Deleted messages are skipped. */
export async function* pagesOfMessages(
  db: Database,
  conversationId: string,
  ids: readonly string[],
): AsyncGenerator<Message[]> {
  const yieldLoop = createYield()
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const wanted = ids.slice(from, from + rowsAtOnce)
    for (let after = 0; ;) {
      const { rows, found } = await selectPage(db, withIds(conversationId, wanted, after))
      if (rows.length === 0) break
      after = rows.at(-1)?.[7] ?? Infinity
      await yieldLoop()
      yield await messagesIn(db, { conversationId, rows, yieldLoop })
      await yieldLoop()
      if (rows.length === found) break
    }
  }
}

export async function listMessages(db: Database, conversationId: string): Promise<Message[]> {
  const all: Message[] = []
  for await (const page of messagePages(db, conversationId)) all.push(...page)
  return all
}

const treeSchema = z.array(z.tuple([z.string(), z.string().nullable(), z.string()]))

/** Returns the id and parent id of each message, oldest first. */
export async function listMessageTree(
  db: Database,
  conversationId: string,
): Promise<Pick<Message, 'id' | 'parentId'>[]> {
  const all: Pick<Message, 'id' | 'parentId'>[] = []
  const yieldLoop = createYield()
  for (let last: Place | undefined; ;) {
    const { rows } = await db.execute<{ json: string }>(sql`
      select coalesce(
        json_agg(json_build_array(id, parent_id, created_at::text) order by position), '[]'
      )::text as json
      from (${inOrder(conversationId, last)}) page`)
    const page = treeSchema.parse(JSON.parse(rows[0]?.json ?? '[]'))
    const [id, , at] = page.at(-1) ?? []
    if (id === undefined || at === undefined) return all
    last = { id, at }
    for (const [of, parentId] of page) {
      all.push(parentId === null ? { id: of } : { id: of, parentId })
    }
    await yieldLoop()
  }
}

type Place = { id: string; /** Postgres timestamp with microseconds. */ at: string }

function getPlace(rows: readonly JsonRow[]): Place | undefined {
  const [id, , , , , , at] = rows.at(-1) ?? []
  return id === undefined || at === undefined ? undefined : { id, at }
}

/**
 * Selects the messages after `last`, oldest first. The inner limit and the outer owner check make
 * the planner use the index. Without table statistics, the planner would otherwise sort all rows.
 */
const inOrder = (conversationId: string, last: Place | undefined): SQL => sql`
  select *, row_number() over (order by created_at, id) as position
  from (
    select * from messages where conversation_id = ${conversationId}
      ${last && sql`and (created_at, id) > (${last.at}::text::timestamptz, ${last.id}::text)`}
    order by created_at, id limit ${rowsAtOnce}
  ) messages
  where ${ownedBy('messages')}`

/**
 * Selects the messages of `ids` after position `after` (counted from 1). Looks up the ids one by
 * one, because without table statistics the planner would read the whole conversation for each
 * page.
 */
const withIds = (conversationId: string, ids: readonly string[], after: number): SQL => sql`
  select message.*, wanted.position
  from json_array_elements_text(${JSON.stringify(ids)}::text::json) with ordinality
    as wanted (id, position)
  cross join lateral (
    select * from messages
    where messages.id = wanted.id and ${ownedBy('messages')} and conversation_id = ${conversationId}
    limit 1
  ) message
  where wanted.position > ${after}::int`

/**
 * Selects as many rows of `next` as fit into a page, at least one, without texts larger than a
 * page. One JSON text is four times as fast as separate fields in the embedded database.
 * @param next query of messages with a `position`.
 * @returns the rows, and how many rows `next` has.
 */
async function selectPage(db: Database, next: SQL): Promise<{ rows: JsonRow[]; found: number }> {
  const { rows } = await db.execute<{ json: string; found: number }>(sql`
    with next as materialized (
      select *, octet_length(text) + coalesce(octet_length(reasoning), 0) as size
      from (${next}) found
    ), page as (
      select *, sum(size) over (order by position) as so_far from next
    )
    select (select count(*) from next)::int as found, coalesce(json_agg(json_build_array(
      m.id, m.parent_id, m.role, case when m.size <= ${bytesAtOnce} then m.text end,
      case when m.size <= ${bytesAtOnce} then m.reasoning end, m.created_at, m.created_at::text,
      m.position, exists(select 1 from tool_calls where message_id = m.id),
      exists(select 1 from message_attachments where message_id = m.id),
      r.id, r.model_id, r.status, r.failure, r.finish_reason, r.usage, r.cost, r.started_at,
      r.finished_at, r.first_token_ms, r.writing_ms, r.reasoning_ms, r.sources, r.left_out, r.merged_ids
    ) order by m.position), '[]')::text as json
    from page m left join lateral (select * from runs where id = m.run_id limit 1) r on true
    where m.so_far <= ${bytesAtOnce} or m.so_far = m.size`)
  const [{ json, found } = { json: '[]', found: 0 }] = rows
  return { rows: JSON.parse(json) as JsonRow[], found }
}

type ReadPage = {
  conversationId: string
  rows: readonly JsonRow[]
  yieldLoop: ReturnType<typeof createYield>
}

async function messagesIn(
  db: Database,
  { conversationId, rows, yieldLoop }: ReadPage,
): Promise<Message[]> {
  const withCalls = rows.flatMap(([id, , , , , , , , hasCalls]) => (hasCalls ? id : []))
  const calls: Awaited<ReturnType<typeof listToolCalls>> = []
  for (let from = 0; from < withCalls.length; from += messagesWithCallsAtOnce) {
    calls.push(...(await listToolCalls(db, withCalls.slice(from, from + messagesWithCallsAtOnce))))
    await yieldLoop()
  }
  const callsByMessage = grouped(calls)
  const withFiles = rows.flatMap(([id, , , , , , , , , hasFiles]) => (hasFiles ? id : []))
  const filesByMessage = grouped(await listAttachments(db, withFiles))
  await yieldLoop()
  const all: Message[] = []
  for (const row of rows) {
    if (row[3] === null) {
      row[3] = (await readText(db, row[0], messages.text)) ?? ''
      row[4] = await readText(db, row[0], messages.reasoning)
    }
    const { message, run } = withRun(conversationId, row)
    all.push({
      ...message,
      ...attachmentsIn(filesByMessage.get(message.id)),
      ...callsIn(callsByMessage.get(message.id)),
      ...(run && { run }),
    })
  }
  return all
}

/**
 * Reads a message's text in pieces. The text may grow between two pieces if its answer is being
 * written.
 */
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
    // Postgres counts code points, each of which has at least one UTF-16 unit. A shorter piece is
    // therefore the last piece.
    if (row.piece.length < pieceLength) return text
    await yieldLoop()
  }
}

function withRun(conversationId: string, row: JsonRow): { message: Message; run?: Run } {
  const [id, parentId, role, text, reasoning, createdAt, , , , , runId, ...run] = row
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
  /** Null if the text is larger than a page and is read separately. */
  text: string | null,
  reasoning: string | null,
  createdAt: string,
  exactlyAt: string,
  position: number,
  hasCalls: boolean,
  hasFiles: boolean,
  runId: string | null,
  ...run: JsonRun,
]
/**
 * The run (the writing of an answer) that was selected with its message. All values are null for a
 * message without a run.
 */
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
  reasoningMs: number | null,
  sources: RunRow['sources'],
  leftOut: RunRow['leftOut'],
  mergedIds: RunRow['mergedIds'],
]

function runIn(id: string, fields: JsonRun): Run {
  const [modelId, status, failure, finishReason, usage, cost, startedAt, finishedAt, ...times] =
    fields
  const [firstTokenMs, writingMs, reasoningMs, sources, leftOut, mergedIds] = times
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
    reasoningMs,
    sources,
    leftOut,
    mergedIds,
  })
}

function grouped<T extends { messageId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(row.messageId)
    if (group) group.push(row)
    else groups.set(row.messageId, [row])
  }
  return groups
}

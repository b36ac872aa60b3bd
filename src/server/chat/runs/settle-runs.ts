import { dropUndefined } from '#lib/own-value.ts'
import { and, asc, eq, inArray, not, notInArray, or, sql } from 'drizzle-orm'
import type { Run } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/errors.ts'
import {
  conversations,
  messages,
  runPieces,
  runs,
  toolCalls,
  type ToolCallDetails,
} from '../../store/schema.ts'
import { isHeldElsewhere } from '../../store/leases.ts'
import { storedJson } from '../../store/storable.ts'
import type { Database, Store } from '../../store/store.ts'
import { isOver, type CalledTool } from '../tools/called-tool.ts'
import { isSealed, storeSteps, type KeptStep } from './steps/kept-step.ts'

const serverEnded: Failure = {
  code: 'interrupted',
  message: 'The server stopped while this answer was being written. The text so far is saved.',
}

export type WrittenAnswer = {
  run: Run
  answerId: string
  reasoning: string
  text: string
  calls: readonly CalledTool[]
  steps: readonly KeptStep[]
}

/**
 * Thrown if another process has taken over an answer, which this process must not write any more.
 */
export class RunLostError extends Error {
  override readonly name = 'RunLostError'
}

/** This process may change running answers that it writes, and all waiting answers. */
const isOurs = ({ replica }: Store) =>
  or(eq(runs.status, 'waiting'), and(eq(runs.status, 'running'), eq(runs.replicaId, replica.id)))

/**
 * Stores the text and the outcome of an answer. Marks unfinished tool calls as `stopped`.
 * @returns the tool calls as stored.
 * @throws {RunLostError} if another process has taken over the answer. Nothing is stored then.
 */
export function storeEnd(store: Store, written: WrittenAnswer): Promise<CalledTool[]> {
  const { run } = written
  const calls = written.calls.map((call) =>
    isOver(call) ? call : { ...call, status: 'stopped' as const },
  )
  return store.transaction(async ({ db }) => {
    const finishedAt = new Date(run.finishedAt ?? run.startedAt)
    const [row] = await db
      .update(runs)
      .set({ ...runColumns(run), finishedAt })
      .where(and(eq(runs.id, run.id), isOurs(store)))
      .returning({ conversationId: runs.conversationId })
    if (!row) {
      const [known] = await db.select({ id: runs.id }).from(runs).where(eq(runs.id, run.id))
      if (known) throw new RunLostError()
      return calls
    }
    await storeWords(db, { ...written, calls })
    await db
      .update(conversations)
      .set({ updatedAt: finishedAt })
      .where(eq(conversations.id, row.conversationId))
    return calls
  })
}

/**
 * Stores an answer that waits for a person's decision, so that any server can continue it.
 * @returns false, without a change, if the answer has ended or another process writes it.
 */
export function storePause(store: Store, written: WrittenAnswer): Promise<boolean> {
  return store.transaction(async ({ db }) => {
    const ours = and(eq(runs.status, 'running'), eq(runs.replicaId, store.replica.id))
    const paused = await db
      .update(runs)
      .set(runColumns(written.run))
      .where(and(eq(runs.id, written.run.id), ours))
      .returning({ id: runs.id })
    if (paused.length > 0) await storeWords(db, written)
    return paused.length > 0
  })
}

/**
 * Marks an answer as continued by this process after a person's decision.
 * @returns false if the answer has ended or another server continues it.
 */
export async function storeResumption(store: Store, runId: string): Promise<boolean> {
  const resumed = await store.db
    .update(runs)
    .set({ status: 'running', replicaId: store.replica.id })
    .where(and(eq(runs.id, runId), eq(runs.status, 'waiting')))
    .returning({ id: runs.id })
  return resumed.length > 0
}

const isDecidedElsewhere = sql`excluded.status = 'asking' and ${toolCalls.status} <> 'asking'`

export async function storeCalls(
  db: Database,
  messageId: string,
  calls: readonly CalledTool[],
): Promise<void> {
  if (calls.length === 0) return
  const rows = calls.map((call) => ({
    messageId,
    index: call.index,
    round: call.round,
    upstreamId: call.upstreamId,
    name: call.name,
    arguments: call.arguments,
    status: call.status,
    result: call.result ?? null,
    textAt: call.at.text,
    reasoningAt: call.at.reasoning,
    durationMs: call.durationMs ?? null,
    details: getDetails(call),
  }))
  await db
    .insert(toolCalls)
    .values(rows)
    .onConflictDoUpdate({
      target: [toolCalls.messageId, toolCalls.index],
      set: {
        // Keeps a decision that another process has stored.
        status: sql`case when ${isDecidedElsewhere} then ${toolCalls.status} else excluded.status end`,
        result: sql`case when ${isDecidedElsewhere} then ${toolCalls.result} else excluded.result end`,
        durationMs: sql`excluded.duration_ms`,
        details: sql`excluded.details`,
      },
    })
}

function getDetails({
  title,
  price,
  taskId,
  assetIds,
  pictureIds,
  structured,
  hasApp,
  appMeta,
  orderId,
  priceUsd,
  question,
}: CalledTool): ToolCallDetails | null {
  const result = { assetIds, pictureIds, structured, hasApp, appMeta }
  const details = { title, price, taskId, ...result, orderId, priceUsd, question }
  const isEmpty = Object.values(details).every((value) => value === undefined)
  return isEmpty ? null : storedJson(dropUndefined(details))
}

async function storeWords(db: Database, written: WrittenAnswer) {
  const { run, answerId, reasoning, text, calls, steps } = written
  await db
    .update(messages)
    .set({ text, reasoning: reasoning || null })
    .where(eq(messages.id, answerId))
  await db.delete(runPieces).where(eq(runPieces.runId, run.id))
  await storeCalls(db, answerId, calls)
  await storeSteps(db, answerId, calls.length > 0 ? steps : steps.filter(isSealed))
}

export const runColumns = (run: Run) => ({
  status: run.status,
  failure: run.failure ?? null,
  finishReason: run.finishReason ?? null,
  usage: run.usage ?? null,
  cost: run.cost ?? null,
  firstTokenMs: run.firstTokenMs ?? null,
  writingMs: run.writingMs ?? null,
  reasoningMs: run.reasoningMs ?? null,
  sources: run.sources ?? null,
  leftOut: run.leftOut ?? null,
})

type LostRuns = {
  readonly alive: readonly string[]
  readonly finishedAt: Date
  readonly failure?: Failure
  /** Returns whether calls of a tool can be repeated. If absent, no calls can be repeated. */
  readonly isRepeatable?: (tool: string) => boolean
}

/**
 * Ends answers that are marked as running although no process writes them, and keeps their stored
 * text. Answers that wait for a person or for repeatable tools become waiting answers instead.
 * Answers of another process with a valid lease are skipped.
 * @returns how many answers ended, and how many wait now.
 */
export function settleLostRuns(
  store: Store,
  { alive, finishedAt, failure = serverEnded, isRepeatable = () => false }: LostRuns,
): Promise<{ ended: number; waiting: number }> {
  return store.transaction(async ({ db }) => {
    const lost = await db
      .select({
        id: runs.id,
        answerId: runs.answerId,
        text: messages.text,
        reasoning: messages.reasoning,
      })
      .from(runs)
      .innerJoin(messages, eq(messages.id, runs.answerId))
      .where(
        and(
          eq(runs.status, 'running'),
          alive.length > 0 ? notInArray(runs.id, [...alive]) : undefined,
          not(isHeldElsewhere(store, runs.replicaId)),
        ),
      )
      .for('update', { of: runs, skipLocked: true })
    const goesOn: string[] = []
    for (const { id, answerId, ...begun } of lost) {
      const pieces = await db
        .select()
        .from(runPieces)
        .where(eq(runPieces.runId, id))
        .orderBy(asc(runPieces.seq))
      const text = begun.text + pieces.map((piece) => piece.text).join('')
      const reasoning = (begun.reasoning ?? '') + pieces.map((piece) => piece.reasoning).join('')
      await db
        .update(messages)
        .set({ text, reasoning: reasoning || null })
        .where(eq(messages.id, answerId))
      const open = await db
        .select({ name: toolCalls.name, status: toolCalls.status })
        .from(toolCalls)
        .where(
          and(eq(toolCalls.messageId, answerId), inArray(toolCalls.status, ['asking', 'running'])),
        )
      const isAll = open.every(({ name, status }) => status === 'asking' || isRepeatable(name))
      if (open.length > 0 && isAll) {
        goesOn.push(id)
        continue
      }
      await db
        .update(toolCalls)
        .set({ status: 'stopped' })
        .where(
          and(eq(toolCalls.messageId, answerId), inArray(toolCalls.status, ['asking', 'running'])),
        )
    }
    if (lost.length > 0) {
      const all = lost.map(({ id }) => id)
      await db.delete(runPieces).where(inArray(runPieces.runId, all))
    }
    if (goesOn.length > 0) {
      await db.update(runs).set({ status: 'waiting' }).where(inArray(runs.id, goesOn))
    }
    const ids = lost.flatMap(({ id }) => (goesOn.includes(id) ? [] : id))
    if (ids.length > 0) {
      await db
        .update(runs)
        .set({ status: 'interrupted', failure, finishedAt })
        .where(inArray(runs.id, ids))
    }
    return { ended: ids.length, waiting: goesOn.length }
  })
}

/**
 * Returns waiting answers of all owners that need no person, because their server stopped while
 * tools ran or right after a decision.
 */
export async function listReadyRuns({ db }: Store): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await db.execute<{ id: string; ownerId: string }>(sql`
    select id, owner_id as "ownerId" from runs where status = 'waiting'
      and exists (select 1 from tool_calls where message_id = runs.answer_id and status = 'running')
      and not exists (select 1 from tool_calls where message_id = runs.answer_id and status = 'asking')`)
  return rows
}

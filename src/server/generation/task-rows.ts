import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import type { Failure } from '#contract/errors.ts'
import { isTaskOver, type TaskStatus } from '#contract/tasks.ts'
import { assets, taskEvents, tasks } from '../store/schema.ts'
import type { AssetRow } from '../library/asset-rows.ts'
import { asServer } from '../store/owner-scope.ts'
import { settleTask } from '../spending/task-purchases.ts'
import { isHeldElsewhere } from '../store/leases.ts'
import { readInSteps } from '../store/read-in-steps.ts'
import type { Database, Store } from '../store/store.ts'
import { makeDeliveryDue } from '../webhooks/webhook-rows.ts'
import type { Move } from './worker/progress-writer.ts'

export type TaskRow = typeof tasks.$inferSelect
export type TaskEventRow = typeof taskEvents.$inferSelect
export type TaskWithAsset = { task: TaskRow; asset: AssetRow | null }

/**
 * One attempt of a worker to run a task. Writes of an earlier attempt are ignored, for example
 * after a cancellation or restart.
 */
export type Attempt = { id: string; attempts: number; replicaId?: string | null }

const liveStatuses: TaskStatus[] = ['queued', 'running']

const isStill = ({ id, attempts, replicaId }: Attempt) =>
  and(
    eq(tasks.id, id),
    eq(tasks.status, 'running'),
    eq(tasks.attempts, attempts),
    // Attempts that return to the queue are not counted, so two processes may have the same attempt
    // number.
    replicaId ? eq(tasks.replicaId, replicaId) : undefined,
  )

type Change = Partial<
  Pick<
    TaskRow,
    'status' | 'stage' | 'progress' | 'failure' | 'startedAt' | 'finishedAt' | 'submittedAt'
  >
> & {
  attempts?: number
  replicaId?: string
  bytes?: number
}

/**
 * Changes a task and inserts its event, in the caller's transaction.
 * @returns the changed row, or `undefined` if `condition` does not hold.
 */
export async function changeTask(
  db: Database,
  condition: ReturnType<typeof and>,
  { bytes, ...change }: Change,
): Promise<TaskRow | undefined> {
  const [row] = await db
    .update(tasks)
    .set({ ...change, eventSeq: sql`${tasks.eventSeq} + 1` })
    .where(condition)
    .returning()
  if (!row) return undefined
  const { ownerId, id: taskId, eventSeq: seq, status, stage, progress } = row
  await db.insert(taskEvents).values({ ownerId, taskId, seq, status, stage, progress })
  await settleTask(db, row, bytes)
  if (isTaskOver(status)) await makeDeliveryDue(db, taskId)
  return row
}

export type ClaimBounds = {
  readonly atOnceMax?: (provider: string) => number
  readonly isOnePerPerson?: (modelId: string) => boolean
}

/**
 * Claims a queued task for a worker.
 * @param bounds.atOnceMax upper bound of a provider's running tasks in all processes that share the
 * database.
 * @param bounds.isOnePerPerson whether a person may run only one task of a model at a time.
 * @returns `undefined` if the task is not queued, `full` if it has to wait for another task, and
 * `own` if it has to wait for another task of its owner.
 */
export const claimTask = (
  store: Store,
  id: string,
  { atOnceMax = () => Infinity, isOnePerPerson = () => false }: ClaimBounds = {},
): Promise<TaskRow | 'full' | 'own' | undefined> =>
  store.transaction(async ({ db, executeSql }) => {
    const [row] = await db.select().from(tasks).where(eq(tasks.id, id))
    if (!row || row.status !== 'queued') return undefined
    const max = atOnceMax(row.provider)
    if (max < Infinity) {
      // The lock prevents that two concurrent claims exceed `atOnceMax`.
      await executeSql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `bozzetto tasks of ${row.provider}`,
      ])
      const [running] = await db
        .select({ n: count() })
        .from(tasks)
        .where(and(eq(tasks.status, 'running'), eq(tasks.provider, row.provider)))
      if ((running?.n ?? 0) >= max) return 'full'
    }
    if (isOnePerPerson(row.modelId)) {
      await executeSql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `bozzetto tasks of ${row.ownerId} with ${row.modelId}`,
      ])
      const isOwn = and(eq(tasks.ownerId, row.ownerId), eq(tasks.modelId, row.modelId))
      const [own] = await db
        .select({ n: count() })
        .from(tasks)
        .where(and(eq(tasks.status, 'running'), isOwn))
      if ((own?.n ?? 0) > 0) return 'own'
    }
    return changeTask(db, and(eq(tasks.id, id), eq(tasks.status, 'queued')), {
      status: 'running',
      replicaId: store.replica.id,
      attempts: row.attempts + 1,
      startedAt: row.startedAt ?? new Date(),
    })
  })

export const moveTask = (
  store: Store,
  attempt: Attempt,
  move: Move,
): Promise<TaskRow | undefined> =>
  store.transaction(({ db }) => changeTask(db, isStill(attempt), move))

/**
 * Marks a task as failed.
 * @returns whether the task still belonged to this attempt.
 */
export async function failTask(
  store: Store,
  attempt: Attempt,
  failure: Failure,
): Promise<TaskRow | undefined> {
  return store.transaction(({ db }) =>
    changeTask(db, isStill(attempt), { status: 'failed', failure, finishedAt: new Date() }),
  )
}

export const failAbandonedTask = (
  store: Store,
  row: TaskRow,
  failure: Failure,
): Promise<TaskRow | undefined> =>
  store.transaction(({ db }) =>
    changeTask(db, isAsRead(row), { status: 'failed', failure, finishedAt: new Date() }),
  )

export const isAsRead = ({ id, status, attempts, replicaId }: TaskRow) =>
  and(
    eq(tasks.id, id),
    inArray(tasks.status, liveStatuses),
    eq(tasks.status, status),
    eq(tasks.attempts, attempts),
    replicaId === null ? isNull(tasks.replicaId) : eq(tasks.replicaId, replicaId),
  )

/** Stores the result and completes the task, unless the task belongs to another attempt by now. */
export const completeTask = (
  store: Store,
  attempt: Attempt,
  asset: typeof assets.$inferInsert,
): Promise<TaskRow | undefined> =>
  store.transaction(async ({ db }) => {
    const row = await changeTask(db, isStill(attempt), {
      status: 'completed',
      stage: null,
      progress: 1,
      finishedAt: new Date(),
      bytes: asset.sizeBytes,
    })
    if (row) await db.insert(assets).values(asset)
    return row
  })

/**
 * Cancels a task.
 * @param failureOf returns an explanation to store, given the row before the change.
 */
export const cancelTaskRow = (
  store: Store,
  id: string,
  failureOf: (row: TaskRow) => Failure | null,
): Promise<TaskRow | undefined> =>
  store.transaction(async ({ db }) => {
    const [row] = await db.select().from(tasks).where(eq(tasks.id, id))
    if (!row) return undefined
    return changeTask(db, and(eq(tasks.id, id), inArray(tasks.status, liveStatuses)), {
      status: 'cancelled',
      stage: null,
      failure: failureOf(row),
      finishedAt: new Date(),
    })
  })

/**
 * Records that the worker is about to send the paid request.
 * @returns false if a paid request was recorded before, or if the task belongs to another attempt.
 * The worker must then not send the request.
 */
export async function claimSubmission(store: Store, attempt: Attempt): Promise<boolean> {
  const rows = await store.db
    .update(tasks)
    .set({ submittedAt: new Date() })
    .where(and(isStill(attempt), isNull(tasks.submittedAt)))
    .returning({ id: tasks.id })
  return rows.length === 1
}

/**
 * Stores the upstream id whatever the task's state, because the service's bill refers to this id.
 */
export async function noteUpstreamId(store: Store, id: string, upstreamId: string): Promise<void> {
  await store.db.update(tasks).set({ upstreamId }).where(eq(tasks.id, id))
}

export async function findTask(db: Database, id: string): Promise<TaskWithAsset | undefined> {
  const [row] = await selectTasks(db).where(eq(tasks.id, id))
  return row
}

/**
 * Returns the newest `limit` tasks and all queued or running tasks, newest first. The rows are read
 * in small pages, because the embedded database blocks this thread.
 */
export async function listTaskRows(db: Database, limit: number): Promise<TaskWithAsset[]> {
  const newest = db
    .select({ id: tasks.id })
    .from(tasks)
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(limit)
  const live = db.select({ id: tasks.id }).from(tasks).where(inArray(tasks.status, liveStatuses))
  // A union of two queries, because each query can use an index. With `or`, the database would scan
  // all tasks.
  const wanted = await db
    .select({ id: tasks.id, bytes: sql<number>`octet_length(${tasks.params}::text)` })
    .from(tasks)
    .where(sql`${tasks.id} in ((${newest}) union (${live}))`)
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
  return readInSteps(wanted, (ids) =>
    selectTasks(db).where(inArray(tasks.id, ids)).orderBy(desc(tasks.createdAt), desc(tasks.id)),
  )
}

const selectTasks = (db: Database) =>
  db
    .select({ task: tasks, asset: assets })
    .from(tasks)
    .leftJoin(assets, and(eq(assets.taskId, tasks.id), isNull(assets.deletedAt)))

/**
 * Returns unfinished tasks that may need recovery, oldest first. Omits tasks with a valid lease of
 * another process.
 * @param options.ids tasks to include even if they are queued.
 * @param options.providers providers whose queued tasks are left out.
 */
export const unsettledTasks = (
  store: Store,
  { ids, providers }: { ids: string[]; providers: string[] },
): Promise<TaskRow[]> =>
  store.db
    .select()
    .from(tasks)
    .where(
      and(
        inArray(tasks.status, liveStatuses),
        or(eq(tasks.status, 'queued'), not(isHeldElsewhere(store, tasks.replicaId))),
        or(
          eq(tasks.status, 'running'),
          sql`${tasks.id} = any(${sql.param(ids)})`,
          notInArray(tasks.provider, providers),
          and(isNotNull(tasks.submittedAt), isNull(tasks.upstreamId)),
        ),
      ),
    )
    .orderBy(asc(tasks.createdAt), asc(tasks.id))

export async function countQueued(db: Database): Promise<number> {
  const [row] = await db.select({ n: count() }).from(tasks).where(eq(tasks.status, 'queued'))
  return row?.n ?? 0
}

export async function countQueuedByKey(db: Database, keyId: string | null): Promise<number> {
  const isOwn = keyId === null ? isNull(tasks.keyId) : eq(tasks.keyId, keyId)
  const [row] = await db
    .select({ n: count() })
    .from(tasks)
    .where(and(eq(tasks.status, 'queued'), isOwn))
  return row?.n ?? 0
}

export async function getQueuePosition(db: Database, task: TaskRow): Promise<number> {
  const isBefore = or(
    lt(tasks.createdAt, task.createdAt),
    and(eq(tasks.createdAt, task.createdAt), lt(tasks.id, task.id)),
  )
  const [row] = await asServer(() =>
    db
      .select({ n: count() })
      .from(tasks)
      .where(and(eq(tasks.status, 'queued'), eq(tasks.provider, task.provider), isBefore)),
  )
  return row?.n ?? 0
}

export const eventsAfter = (db: Database, taskId: string, seq: number): Promise<TaskEventRow[]> =>
  db
    .select()
    .from(taskEvents)
    .where(and(eq(taskEvents.taskId, taskId), gt(taskEvents.seq, seq)))
    .orderBy(asc(taskEvents.seq))
    .limit(100)

export async function eventAt(
  db: Database,
  taskId: string,
  seq: number,
): Promise<TaskEventRow | undefined> {
  const [row] = await db
    .select()
    .from(taskEvents)
    .where(and(eq(taskEvents.taskId, taskId), eq(taskEvents.seq, seq)))
  return row
}

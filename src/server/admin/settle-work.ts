import { and, eq, inArray, lt, lte, or } from 'drizzle-orm'
import type { Failure } from '#contract/errors.ts'
import { listNextTimes } from '#lib/schedule-times.ts'
import { settleLostRuns } from '../chat/runs/settle-runs.ts'
import { changeTask, type TaskRow } from '../generation/task-rows.ts'
import { localImageTo3d } from '../models/local-image-to-3d.ts'
import {
  outgoingMessages,
  scheduleRuns,
  schedules,
  tasks,
  webhookDeliveries,
} from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
import type { FormerData, FormerTask } from './former-data.ts'

export type SettledWork = { tasksStopped: number; answersStopped: number }

const answerStopped: Failure = {
  code: 'interrupted',
  message: 'The backup was made while this answer was being written. The text so far is saved.',
}

/**
 * Stops tasks that were running at the time of the backup, because they may have been paid for
 * since. Tasks that their provider had accepted continue, because fetching a result is free.
 */
export async function settleWork(
  store: Store,
  former: FormerData | undefined,
): Promise<SettledWork> {
  const now = new Date()
  const { ended: answersStopped } = await settleLostRuns(store, {
    alive: [],
    finishedAt: now,
    failure: answerStopped,
  })
  const tasksStopped = await store.transaction(async ({ db }) => {
    const live = await db
      .select()
      .from(tasks)
      .where(inArray(tasks.status, ['queued', 'running']))
    let stopped = 0
    for (const row of live) {
      const since = former?.tasks.get(row.id)
      if (await keepBought(db, row, since)) continue
      await changeTask(db, and(eq(tasks.id, row.id)), {
        status: 'failed',
        stage: null,
        failure: getStop(row, since),
        finishedAt: now,
      })
      stopped++
    }
    return stopped
  })
  await settleSchedules(store, { former, now })
  await settleMessages(store, { former, now })
  return { tasksStopped, answersStopped }
}

type Since = { former: FormerData | undefined; now: Date }

/**
 * Skips the times of scheduled questions until now, because these questions may have been asked and
 * paid for since the backup. Keeps the amounts that were spent since.
 */
async function settleSchedules({ db }: Store, { former, now }: Since): Promise<void> {
  await db
    .update(scheduleRuns)
    .set({
      status: 'failed',
      problem: 'The backup was made before this question was asked.',
      finishedAt: now,
    })
    .where(eq(scheduleRuns.status, 'starting'))
  for (const { month, monthUsd, id } of former?.schedules ?? []) {
    const isLess = or(
      lt(schedules.month, month),
      and(eq(schedules.month, month), lt(schedules.monthUsd, monthUsd)),
    )
    await db
      .update(schedules)
      .set({ month, monthUsd })
      .where(and(eq(schedules.id, id), isLess))
  }
  for (const { id, timing, timeZone } of await db
    .select()
    .from(schedules)
    .where(lte(schedules.nextAt, now))) {
    let nextAt: Date | null = null
    let stop = {}
    try {
      nextAt = listNextTimes(timing, { timeZone, from: now, count: 1 })[0] ?? null
    } catch {
      stop = { isPaused: true, stopReason: 'The times cannot be read. Choose them again.' }
    }
    await db
      .update(schedules)
      .set({ nextAt, ...stop })
      .where(eq(schedules.id, id))
  }
}

/** Ends messages that may have been sent since the backup, so that none is sent twice. */
async function settleMessages({ db }: Store, { former, now }: Since): Promise<void> {
  await db
    .update(outgoingMessages)
    .set({
      status: 'failed',
      sealed: null,
      lastError: 'The backup was made before it was sent.',
      nextAt: null,
      leaseUntil: null,
      endedAt: now,
    })
    .where(eq(outgoingMessages.status, 'waiting'))
  await db
    .update(webhookDeliveries)
    .set({ status: 'delivered', nextAt: null, leaseUntil: null, endedAt: now })
    .where(
      and(
        inArray(webhookDeliveries.status, ['waiting', 'due']),
        inArray(webhookDeliveries.id, former?.delivered ?? []),
      ),
    )
}

/**
 * Keeps a task running if the task was paid for and its result can still be fetched.
 * @returns whether the task was kept.
 */
async function keepBought(
  db: Database,
  row: TaskRow,
  since: FormerTask | undefined,
): Promise<boolean> {
  if (since?.status === 'failed' || since?.status === 'cancelled') return false
  if (row.upstreamId !== null) return true
  if (!since || since.upstreamId === null) return false
  const { submittedAt, upstreamId } = since
  await db.update(tasks).set({ submittedAt, upstreamId }).where(eq(tasks.id, row.id))
  return true
}

function getStop(row: TaskRow, since: FormerTask | undefined): Failure {
  const state = row.status === 'queued' ? 'waiting' : 'under way'
  const { isPaid, words } = whatIsKnown(row, since)
  return {
    code: isPaid ? 'submission_uncertain' : 'interrupted',
    message: `This was ${state} when the backup was made. ${words} It was not restarted after the restore.`,
  }
}

function whatIsKnown(
  { provider, submittedAt }: TaskRow,
  since: FormerTask | undefined,
): { isPaid: boolean; words: string } {
  const isFree = provider === localImageTo3d.provider
  if (since?.status === 'completed') {
    return {
      isPaid: !isFree,
      words: 'It finished later; its model is in the data folder that was replaced.',
    }
  }
  if (isFree) return { isPaid: false, words: 'What happened to it since then is unknown.' }
  if (submittedAt ?? since?.submittedAt) {
    return { isPaid: true, words: 'It had been sent to the service, which may have billed it.' }
  }
  if (since) return { isPaid: false, words: 'It had not been sent to the service.' }
  return { isPaid: true, words: 'It may have been made and billed since.' }
}

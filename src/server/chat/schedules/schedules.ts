import { asc, eq, ne } from 'drizzle-orm'
import {
  scheduleRunsMax,
  schedulesMax,
  type PutSchedule,
  type Schedule,
  type ScheduleRun,
} from '#contract/chat/schedules.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { refuseTooMany } from '../../store/refuse-too-many.ts'
import { folders, schedules } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import {
  listLastRuns,
  selectScheduleRuns,
  scheduleGone,
  type ScheduleRow,
  toSchedule,
  toScheduleRun,
} from './schedule-rows.ts'
import type { ScheduleRunner } from './schedule-runner.ts'

/** Manages the scheduled questions of the current person. */
export type Schedules = {
  list: () => Promise<Schedule[]>
  /**
   * Creates or changes a scheduled question.
   * @throws {HttpError} `bad_request` for a timing, model or folder that cannot be used, `conflict`
   * for too many scheduled questions.
   */
  put: (id: string, wanted: PutSchedule, signal: AbortSignal) => Promise<Schedule>
  /** Resuming also resets the count of failures. @throws {HttpError} `not_found`. */
  setPaused: (id: string, isPaused: boolean) => Promise<Schedule>
  remove: (id: string) => Promise<void>
  listRuns: (id: string) => Promise<ScheduleRun[]>
  /**
   * Asks the question now. Repeating the call with the same `runId` asks once.
   * @throws {HttpError} `not_found`, or `conflict` while another run is active.
   */
  runNow: (id: string, runId: string) => Promise<ScheduleRun>
}

type Options = {
  store: Store
  catalogue: Pick<Catalogue, 'chat'>
  runner: Pick<ScheduleRunner, 'runNow'>
  clock?: () => Date
}

/** Imported on demand, because loading the package for cron delays the start. */
const loadTimes = () => import('#lib/schedule-times.ts')

export function createSchedules(options: Options): Schedules {
  const { store, catalogue, runner, clock = () => new Date() } = options
  const { db } = store

  async function getOwn(id: string): Promise<Schedule> {
    const [[row], last] = await Promise.all([
      db.select().from(schedules).where(eq(schedules.id, id)),
      listLastRuns(db, [id]),
    ])
    if (!row) throw scheduleGone()
    return toSchedule(row, { now: clock(), lastRun: last.get(id) })
  }

  return {
    async list() {
      const rows = await db.select().from(schedules).orderBy(asc(schedules.name), asc(schedules.id))
      const ids = rows.map(({ id }) => id)
      const last = await listLastRuns(db, ids)
      return rows.map((row) => toSchedule(row, { now: clock(), lastRun: last.get(row.id) }))
    },

    async put(id, wanted, signal) {
      const now = clock()
      const { timing, timeZone, folderId, tools } = wanted
      const { findTimingProblem, listNextTimes } = await loadTimes()
      const problem = findTimingProblem(timing, { timeZone, from: now })
      if (problem !== undefined) throw new HttpError('bad_request', problem)
      const { provider } = await catalogue.chat(wanted.modelId, signal)
      if (provider.isFallback) {
        throw new HttpError('bad_request', 'The guide cannot be scheduled. Choose another model.')
      }
      await checkFolder(store, folderId)
      const others = ne(schedules.id, id)
      await refuseTooMany(store.db, schedules, { others, max: schedulesMax, message: tooMany })
      const set = {
        name: storable(wanted.name),
        question: storable(wanted.question),
        modelId: wanted.modelId,
        tools: tools ?? null,
        allowedTools: wanted.allowedTools ?? [],
        folderId: folderId ?? null,
        timing,
        timeZone,
        runUsdMax: wanted.runUsdMax ?? null,
        monthUsdMax: wanted.monthUsdMax ?? null,
        nextAt: listNextTimes(timing, { timeZone, from: now, count: 1 })[0] ?? null,
      }
      const [row] = await db
        .insert(schedules)
        .values({ id, ...set })
        .onConflictDoUpdate({ target: schedules.id, set })
        .returning({ id: schedules.id })
      // If no row was written, the id belongs to another person.
      if (!row) throw scheduleGone()
      return getOwn(id)
    },

    async setPaused(id, isPaused) {
      const [row] = await db.select().from(schedules).where(eq(schedules.id, id))
      if (!row) throw scheduleGone()
      await db
        .update(schedules)
        .set(isPaused ? { isPaused } : await resume(row, clock()))
        .where(eq(schedules.id, id))
      return getOwn(id)
    },

    async remove(id) {
      const rows = await db
        .delete(schedules)
        .where(eq(schedules.id, id))
        .returning({ id: schedules.id })
      if (rows.length === 0) throw scheduleGone()
    },

    async listRuns(id) {
      await getOwn(id)
      return (await selectScheduleRuns(db, id, scheduleRunsMax)).map(toScheduleRun)
    },

    async runNow(id, runId) {
      await getOwn(id)
      return toScheduleRun(await runner.runNow(id, runId))
    },
  }
}

/**
 * Returns the new values of a schedule that is no longer paused.
 * @throws {HttpError} `bad_request` for a time zone that this version of Node does not know.
 */
async function resume({ timing, timeZone }: ScheduleRow, from: Date) {
  const { findTimingProblem, listNextTimes } = await loadTimes()
  const problem = findTimingProblem(timing, { timeZone, from })
  if (problem !== undefined) throw new HttpError('bad_request', problem)
  const [nextAt = null] = listNextTimes(timing, { timeZone, from, count: 1 })
  return { isPaused: false, failures: 0, stopReason: null, nextAt }
}

const tooMany = `You have ${schedulesMax} scheduled questions, which is the maximum. Delete one first.`

async function checkFolder({ db }: Store, folderId: string | undefined): Promise<void> {
  if (folderId === undefined) return
  const [found] = await db.select({ id: folders.id }).from(folders).where(eq(folders.id, folderId))
  if (!found) throw new HttpError('bad_request', 'This folder no longer exists.')
}

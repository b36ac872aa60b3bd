import { and, eq, inArray, isNull, lt, lte, not, notInArray, or, sql } from 'drizzle-orm'
import { scheduleFailuresMax, scheduleRunsMax } from '#contract/chat/schedules.ts'
import { newId } from '#lib/id.ts'
import { formatMoney } from '#lib/money.ts'
import { isOwnerOn } from '../../access/people/issuers.ts'
import { HttpError, toHttpError } from '../../errors/http-error.ts'
import { log } from '../../observability/log.ts'
import { asOwner, asServer } from '../../store/owner-scope.ts'
import { conversations, runs, scheduleRuns, schedules, toolCalls } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Database, Store } from '../../store/store.ts'
import { isHeldElsewhere } from '../../store/leases.ts'
import type { ChatService } from '../chat-service.ts'
import { toCostUsd } from '../completions/answer-price.ts'
import {
  getMonthUsd,
  scheduleGone,
  isActiveRun,
  toMonth,
  type ScheduleRow,
  type ScheduleRunRow,
} from './schedule-rows.ts'

/** Interval between searches for due questions, in milliseconds. */
export const scheduleLookMs = 5_000
/** Maximum number of questions that a server starts per search. */
const dueAtOnce = 20
/** Delay in milliseconds after which a scheduled question counts as missed. */
const lateMs = 5 * 60_000
const missedMax = 1_000
/** Time in milliseconds for which a busy server may delay a question before the question fails. */
const startTriesMs = 60 * 60_000

export type ScheduleRunner = {
  look: () => Promise<void>
  runNow: (scheduleId: string, runId: string) => Promise<ScheduleRunRow>
  close: () => Promise<void>
}

type Options = {
  store: Store
  chat: Pick<ChatService, 'startRun' | 'changeConversation'>
  /** Called in the owner's scope when a chat or a list of scheduled answers has changed. */
  changed?: (conversationId?: string) => void
  isFreeModel?: (modelId: string) => boolean
  clock?: () => Date
  /**
   * Interval between searches for due questions, in milliseconds. If absent, the runner searches
   * only when `look` is called.
   */
  everyMs?: number | undefined
}

class Runner implements ScheduleRunner {
  readonly #store: Store
  readonly #chat: Options['chat']
  readonly #changed: (conversationId?: string) => void
  readonly #isFreeModel: (modelId: string) => boolean
  readonly #clock: () => Date
  readonly #starting = new Set<string>()
  readonly #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #looking: Promise<void> = Promise.resolve()

  constructor({ store, chat, changed, isFreeModel, clock, everyMs }: Options) {
    this.#store = store
    this.#chat = chat
    this.#changed = changed ?? (() => {})
    this.#isFreeModel = isFreeModel ?? (() => false)
    this.#clock = clock ?? (() => new Date())
    this.#timer =
      everyMs === undefined ? undefined : setInterval(() => void this.look(), everyMs).unref()
  }

  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look())
    return this.#looking
  }

  async runNow(scheduleId: string, runId: string): Promise<ScheduleRunRow> {
    const { db } = this.#store
    const [known] = await db.select().from(scheduleRuns).where(eq(scheduleRuns.id, runId))
    if (known) return known
    const now = this.#clock()
    const { row, schedule } = await this.#store.transaction(async (tx) => {
      const [found] = await tx.db
        .select()
        .from(schedules)
        .where(eq(schedules.id, scheduleId))
        .for('update')
      if (!found) throw scheduleGone()
      const [active] = await tx.db
        .select({ id: scheduleRuns.id })
        .from(scheduleRuns)
        .where(isActiveRun(scheduleId))
      if (active) throw new HttpError('conflict', 'This question is being asked already.')
      const wanted = { id: runId, dueAt: now, now, missed: 0, isManual: true }
      return { row: await this.#storeRun(tx.db, found, wanted), schedule: found }
    })
    if (row.status === 'starting') await this.#begin(row, schedule)
    const [current] = await db.select().from(scheduleRuns).where(eq(scheduleRuns.id, runId))
    return current ?? row
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#looking
  }

  async #begin(row: ScheduleRunRow, schedule: ScheduleRow): Promise<void> {
    if (this.#isClosed || this.#starting.has(row.id)) return
    this.#starting.add(row.id)
    try {
      await asOwner(row.ownerId, () => this.#startAnswer(row, schedule))
    } finally {
      this.#starting.delete(row.id)
    }
  }

  async #startAnswer(row: ScheduleRunRow, schedule: ScheduleRow): Promise<void> {
    const { conversationId } = row
    const request = {
      runId: row.answerRunId,
      answerId: row.answerId,
      modelId: schedule.modelId,
      question: { id: row.questionId, text: schedule.question },
      settings: {
        ...(schedule.tools && { tools: schedule.tools }),
      },
      ...(schedule.folderId !== null && { folderId: schedule.folderId }),
    }
    try {
      await this.#chat.startRun(conversationId, request, {
        ...(row.usdMax !== null && { usdMax: row.usdMax }),
        ...(schedule.allowedTools.length > 0 && { allowedTools: schedule.allowedTools }),
      })
    } catch (thrown) {
      const error = toHttpError(thrown)
      // A server tries again later, because a busy or stopping server cannot start the question.
      if (!this.#isTooLate(row) && (error.code === 'interrupted' || error.code === 'rate_limited'))
        return
      if (error.code === 'internal') log().error({ error: thrown }, 'A scheduled question broke.')
      await this.#settle(row, { status: 'failed', problem: error.message, usd: 0 })
      return
    }
    try {
      // If this update fails, the row stays `starting`. The next search then starts the same answer
      // again, which has no effect.
      await this.#store.db
        .update(scheduleRuns)
        .set({ status: 'running' })
        .where(and(eq(scheduleRuns.id, row.id), eq(scheduleRuns.status, 'starting')))
      await this.#chat.changeConversation(conversationId, { title: toTitle(row, schedule) })
    } catch (error) {
      log().error({ error }, 'The start of a scheduled question could not be stored completely.')
    }
  }

  async #settle(
    row: Pick<ScheduleRunRow, 'id' | 'scheduleId' | 'ownerId' | 'conversationId'>,
    outcome: Outcome,
  ): Promise<void> {
    const now = this.#clock()
    const isDone = await this.#store.transaction(async ({ db }) => {
      const [ended] = await db
        .update(scheduleRuns)
        .set({
          status: outcome.status,
          problem: outcome.problem === undefined ? null : storable(outcome.problem),
          usd: outcome.usd ?? null,
          finishedAt: now,
        })
        .where(
          and(eq(scheduleRuns.id, row.id), inArray(scheduleRuns.status, ['starting', 'running'])),
        )
        .returning({ usdMax: scheduleRuns.usdMax })
      if (!ended) return false
      const [schedule] = await db
        .select()
        .from(schedules)
        .where(eq(schedules.id, row.scheduleId))
        .for('update')
      if (!schedule) return true
      const failures = outcome.status === 'failed' ? schedule.failures + 1 : 0
      const isStopped = failures >= scheduleFailuresMax && !schedule.isPaused
      await db
        .update(schedules)
        .set({
          failures,
          month: toMonth(now),
          // If the cost is not known, the whole limit of the answer counts as spent.
          monthUsd: getMonthUsd(schedule, now) + (outcome.usd ?? ended.usdMax ?? 0),
          ...(isStopped && {
            isPaused: true,
            stopReason: storable(
              `Stopped after ${scheduleFailuresMax} failures in a row. The last one: ${outcome.problem}`,
            ),
          }),
        })
        .where(eq(schedules.id, row.scheduleId))
      await db
        .update(conversations)
        .set({ isUnread: true })
        .where(eq(conversations.id, row.conversationId))
      return true
    })
    if (isDone) await asOwner(row.ownerId, () => this.#changed(row.conversationId))
  }

  async #settleEnded(): Promise<void> {
    const { db } = this.#store
    const ended = await db
      .select({
        row: scheduleRuns,
        runId: runs.id,
        status: runs.status,
        failure: runs.failure,
        cost: runs.cost,
        usage: runs.usage,
        modelId: runs.modelId,
        answerId: runs.answerId,
      })
      .from(scheduleRuns)
      .leftJoin(runs, eq(runs.id, scheduleRuns.answerRunId))
      .where(
        and(
          eq(scheduleRuns.status, 'running'),
          or(isNull(runs.id), notInArray(runs.status, ['running', 'waiting'])),
        ),
      )
      .limit(dueAtOnce * 5)
    for (const { row, runId, status, failure, ...found } of ended) {
      if (runId === null) {
        await this.#settle(row, {
          status: 'failed',
          problem: 'The chat was deleted during the run.',
        })
        continue
      }
      const isFree = this.#isFreeModel(found.modelId ?? '')
      const mayCost = !unchargedCodes.has(failure?.code ?? '')
      const modelUsd = isFree ? 0 : (toCostUsd(found) ?? (mayCost ? undefined : 0))
      const toolsUsd = await sumToolCosts(db, found.answerId ?? '')
      await this.#settle(row, {
        status: status === 'completed' ? 'completed' : 'failed',
        ...(status !== 'completed' && {
          problem: failure?.message ?? (status === 'stopped' ? 'It was stopped.' : 'It failed.'),
        }),
        usd: modelUsd === undefined ? undefined : modelUsd + toolsUsd,
      })
    }
  }

  #isTooLate({ startedAt }: ScheduleRunRow): boolean {
    return this.#clock().getTime() - startedAt.getTime() > startTriesMs
  }

  async #takeUp(): Promise<void> {
    const { db, replica } = this.#store
    const left = await db
      .select({ row: scheduleRuns, schedule: schedules, runId: runs.id })
      .from(scheduleRuns)
      .innerJoin(schedules, eq(schedules.id, scheduleRuns.scheduleId))
      .leftJoin(runs, eq(runs.id, scheduleRuns.answerRunId))
      .where(
        and(
          eq(scheduleRuns.status, 'starting'),
          isOwnerOn(scheduleRuns.ownerId),
          not(isHeldElsewhere(this.#store, scheduleRuns.replicaId)),
        ),
      )
      .limit(dueAtOnce)
    for (const { row, schedule, runId } of left) {
      if (this.#starting.has(row.id)) continue
      const taken = await db
        .update(scheduleRuns)
        .set({ replicaId: replica.id })
        .where(
          and(
            eq(scheduleRuns.id, row.id),
            eq(scheduleRuns.status, 'starting'),
            row.replicaId === null
              ? isNull(scheduleRuns.replicaId)
              : eq(scheduleRuns.replicaId, row.replicaId),
          ),
        )
        .returning({ id: scheduleRuns.id })
      if (taken.length === 0) continue
      if (runId === null && this.#isTooLate(row)) {
        const problem = 'The question could not be asked within an hour.'
        await this.#settle(row, { status: 'failed', problem, usd: 0 })
      } else await this.#begin(row, schedule)
    }
  }

  async #startDue(): Promise<void> {
    const now = this.#clock()
    const claimed = await this.#store.transaction(async ({ db }) => {
      const due = await db
        .select()
        .from(schedules)
        .where(
          and(
            eq(schedules.isPaused, false),
            lte(schedules.nextAt, now),
            isOwnerOn(schedules.ownerId),
          ),
        )
        .orderBy(schedules.nextAt)
        .limit(dueAtOnce)
        .for('update', { skipLocked: true })
      const begun: { row: ScheduleRunRow; schedule: ScheduleRow }[] = []
      if (due.length === 0) return begun
      // Imported on demand, because loading the package for cron delays the start.
      const { listNextTimes } = await import('#lib/schedule-times.ts')
      for (const schedule of due) {
        const { timing, timeZone, nextAt } = schedule
        const dueAt = nextAt ?? now
        const times = (from: Date, count: number) =>
          listNextTimes(timing, { timeZone, from, count })
        let next: Date | null
        let missed: number
        try {
          next = times(now, 1)[0] ?? null
          missed = countMissed(times, { dueAt, now })
        } catch {
          // This version of Node may not know a time zone that another version of Node accepted.
          const stopReason = `The time zone “${timeZone}” or the times cannot be read. Choose them again.`
          const set = { isPaused: true, stopReason: storable(stopReason) }
          await db.update(schedules).set(set).where(eq(schedules.id, schedule.id))
          continue
        }
        await db.update(schedules).set({ nextAt: next }).where(eq(schedules.id, schedule.id))
        const row = await this.#storeRun(db, schedule, {
          id: newId(),
          dueAt,
          now,
          missed,
          isManual: false,
        })
        if (row.status === 'starting') begun.push({ row, schedule })
      }
      return begun
    })
    await Promise.all(claimed.map(({ row, schedule }) => this.#begin(row, schedule)))
  }

  /**
   * Stores a new scheduled answer and deletes the oldest ones of the schedule. The new answer is
   * skipped if it must not start.
   */
  async #storeRun(
    db: Database,
    schedule: ScheduleRow,
    { id, dueAt, now, missed, isManual }: NewScheduleRun,
  ): Promise<ScheduleRunRow> {
    const limit = toRunLimit(schedule, now)
    const [active] = await db
      .select({ id: scheduleRuns.id })
      .from(scheduleRuns)
      .where(isActiveRun(schedule.id))
    const problem = active ? stillRunning : limit.problem
    const [row] = await db
      .insert(scheduleRuns)
      .values({
        ownerId: schedule.ownerId,
        id,
        scheduleId: schedule.id,
        dueAt,
        status: problem === undefined ? 'starting' : 'skipped',
        conversationId: newId(),
        answerRunId: newId(),
        questionId: newId(),
        answerId: newId(),
        usdMax: limit.usdMax ?? null,
        missed,
        isManual,
        replicaId: this.#store.replica.id,
        startedAt: now,
        ...(problem !== undefined && { problem, finishedAt: now }),
      })
      .returning()
    if (!row) throw new Error('The run was not stored.')
    const kept = db
      .select({ id: scheduleRuns.id })
      .from(scheduleRuns)
      .where(eq(scheduleRuns.scheduleId, schedule.id))
      .orderBy(sql`${scheduleRuns.startedAt} desc, ${scheduleRuns.id} desc`)
      .limit(scheduleRunsMax)
    await db
      .delete(scheduleRuns)
      .where(
        and(
          eq(scheduleRuns.scheduleId, schedule.id),
          lt(scheduleRuns.startedAt, now),
          notInArray(scheduleRuns.status, ['starting', 'running']),
          notInArray(scheduleRuns.id, kept),
        ),
      )
    return row
  }

  async #look(): Promise<void> {
    if (this.#isClosed) return
    const steps = [() => this.#settleEnded(), () => this.#takeUp(), () => this.#startDue()]
    for (const step of steps) {
      try {
        await asServer(step)
      } catch (error) {
        log().error({ error }, 'Scheduled questions could not be checked; this is retried.')
      }
    }
  }
}

/** Creates a runner that asks scheduled questions when they are due. */
export const createScheduleRunner = (options: Options): ScheduleRunner => new Runner(options)

type Outcome = {
  status: 'completed' | 'failed'
  problem?: string
  usd?: number | undefined
}

type NewScheduleRun = {
  id: string
  dueAt: Date
  now: Date
  missed: number
  isManual: boolean
}

/** Codes of errors that cost nothing, because the service has not answered. */
const unchargedCodes = new Set<string>([
  'bad_request',
  'invalid_params',
  'not_found',
  'provider_refused',
  'provider_unreachable',
  'rate_limited',
  'unknown_model',
])

const stillRunning = 'The run before had not ended.'

/**
 * Returns the cost limit of a scheduled answer: its own limit, or the rest of the month's limit if
 * the rest is lower.
 */
function toRunLimit(schedule: ScheduleRow, now: Date): { usdMax?: number; problem?: string } {
  const { runUsdMax, monthUsdMax } = schedule
  if (monthUsdMax === null) return runUsdMax === null ? {} : { usdMax: runUsdMax }
  const restUsd = monthUsdMax - getMonthUsd(schedule, now)
  if (restUsd <= 0) {
    const limit = formatMoney({ amount: monthUsdMax, currency: 'USD' })
    return { problem: `This month’s limit of ${limit} is used up.` }
  }
  return { usdMax: Math.min(runUsdMax ?? Infinity, restUsd) }
}

/**
 * Returns how often a schedule was due between `dueAt` and `now`, or 0 for a short delay.
 * @param times returns up to `count` times of the schedule after `from`.
 */
function countMissed(
  times: (from: Date, count: number) => Date[],
  { dueAt, now }: { dueAt: Date; now: Date },
): number {
  if (now.getTime() - dueAt.getTime() < lateMs) return 0
  return times(dueAt, missedMax).filter((time) => time <= now).length
}

function toTitle(row: ScheduleRunRow, { name, timeZone }: ScheduleRow): string {
  const day = new Intl.DateTimeFormat('en', { timeZone, day: 'numeric', month: 'short' })
  return `${name}, ${day.format(row.dueAt)}`.slice(0, 200)
}

async function sumToolCosts(db: Database, answerId: string): Promise<number> {
  const [sum] = await db
    .select({ usd: sql<number>`coalesce(sum((${toolCalls.details} ->> 'priceUsd')::float8), 0)` })
    .from(toolCalls)
    .where(and(eq(toolCalls.messageId, answerId), notInArray(toolCalls.status, ['denied'])))
  return sum?.usd ?? 0
}

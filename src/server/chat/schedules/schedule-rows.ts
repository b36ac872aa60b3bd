import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Schedule, ScheduleRun } from '#contract/chat/schedules.ts'
import { HttpError } from '../../errors/http-error.ts'
import { scheduleRuns, type schedules } from '../../store/schema.ts'
import type { Database } from '../../store/store.ts'

export type ScheduleRow = typeof schedules.$inferSelect
export type ScheduleRunRow = typeof scheduleRuns.$inferSelect

/** Returns the month in UTC, such as `2026-11`, by which limits in dollars count. */
export const toMonth = (date: Date): string => date.toISOString().slice(0, 7)

export const getMonthUsd = (row: ScheduleRow, now: Date): number =>
  row.month === toMonth(now) ? row.monthUsd : 0

export const toSchedule = (
  row: ScheduleRow,
  { now, lastRun }: { now: Date; lastRun: ScheduleRun | undefined },
): Schedule => ({
  id: row.id,
  name: row.name,
  question: row.question,
  modelId: row.modelId,
  ...(row.tools && { tools: row.tools }),
  ...(row.allowedTools.length > 0 && { allowedTools: row.allowedTools }),
  ...(row.folderId !== null && { folderId: row.folderId }),
  timing: row.timing,
  timeZone: row.timeZone,
  ...(row.runUsdMax !== null && { runUsdMax: row.runUsdMax }),
  ...(row.monthUsdMax !== null && { monthUsdMax: row.monthUsdMax }),
  isPaused: row.isPaused,
  ...(row.stopReason !== null && { stopReason: row.stopReason }),
  ...(row.nextAt && !row.isPaused && { nextAt: row.nextAt.toISOString() }),
  monthUsd: getMonthUsd(row, now),
  ...(lastRun && { lastRun }),
})

export const toScheduleRun = (row: ScheduleRunRow): ScheduleRun => ({
  id: row.id,
  dueAt: row.dueAt.toISOString(),
  startedAt: row.startedAt.toISOString(),
  ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
  status: row.status,
  ...(row.status !== 'skipped' && { conversationId: row.conversationId }),
  ...(row.problem !== null && { problem: row.problem }),
  ...(row.usd !== null && { usd: row.usd }),
  ...(row.missed > 0 && { missed: row.missed }),
  ...(row.isManual && { isManual: true }),
})

export const selectScheduleRuns = async (db: Database, scheduleId: string, limit: number) =>
  db
    .select()
    .from(scheduleRuns)
    .where(eq(scheduleRuns.scheduleId, scheduleId))
    .orderBy(desc(scheduleRuns.startedAt), desc(scheduleRuns.id))
    .limit(limit)

export async function listLastRuns(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, ScheduleRun>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([scheduleRuns.scheduleId])
    .from(scheduleRuns)
    .where(inArray(scheduleRuns.scheduleId, [...ids]))
    .orderBy(scheduleRuns.scheduleId, desc(scheduleRuns.startedAt), desc(scheduleRuns.id))
  return new Map(rows.map((row) => [row.scheduleId, toScheduleRun(row)]))
}

export const isActiveRun = (scheduleId: string) =>
  and(
    eq(scheduleRuns.scheduleId, scheduleId),
    inArray(scheduleRuns.status, ['starting', 'running']),
  )

export const scheduleGone = () =>
  new HttpError('not_found', 'This scheduled question no longer exists.')

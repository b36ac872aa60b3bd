import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ScheduleRunStatus } from '#contract/chat/schedules.ts'
import type { ScheduleTiming } from '#lib/schedule-times.ts'
import { jsonb, moment, ownerColumn } from '../columns.ts'
import { folders } from './documents.ts'

export const schedules = pgTable(
  'schedules',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    name: text().notNull(),
    question: text().notNull(),
    modelId: text('model_id').notNull(),
    tools: text().array(),
    allowedTools: text('allowed_tools').array().notNull().default([]),
    folderId: text('folder_id').references(() => folders.id, { onDelete: 'set null' }),
    timing: jsonb().$type<ScheduleTiming>().notNull(),
    timeZone: text('time_zone').notNull(),
    runUsdMax: doublePrecision('run_usd_max'),
    monthUsdMax: doublePrecision('month_usd_max'),
    isPaused: boolean('is_paused').notNull().default(false),
    stopReason: text('stop_reason'),
    failures: integer().notNull().default(0),
    nextAt: moment('next_at'),
    /** The month of `monthUsd` in UTC, such as `2026-11`. */
    month: text().notNull().default(''),
    monthUsd: doublePrecision('month_usd').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('schedules_next_at')
      .on(table.nextAt)
      .where(sql`not is_paused`),
  ],
)

/**
 * Runs of schedules. The ids of the chat, the question and the answer are chosen before the answer
 * starts, so that a repeated start asks the model once.
 */
export const scheduleRuns = pgTable(
  'schedule_runs',
  {
    ownerId: ownerColumn(),
    id: text().primaryKey(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    dueAt: moment('due_at').notNull(),
    status: text().$type<ScheduleRunStatus>().notNull(),
    conversationId: text('conversation_id').notNull(),
    /** Id of the row in `runs`, which is deleted with its chat. */
    answerRunId: text('answer_run_id').notNull(),
    questionId: text('question_id').notNull(),
    answerId: text('answer_id').notNull(),
    usdMax: doublePrecision('usd_max'),
    usd: doublePrecision(),
    problem: text(),
    missed: integer().notNull().default(0),
    isManual: boolean('is_manual').notNull().default(false),
    replicaId: text('replica_id'),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('schedule_runs_schedule').on(table.scheduleId, table.startedAt),
    uniqueIndex('schedule_runs_active')
      .on(table.scheduleId)
      .where(sql`status in ('starting', 'running')`),
  ],
)

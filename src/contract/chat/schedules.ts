import * as z from 'zod/mini'
import type { ScheduleTiming } from '#lib/schedule-times.ts'
import { idSchema } from '../id.ts'
import { chatPermissionsSchema } from './settings.ts'

export const schedulesMax = 50
/** Number of consecutive failed runs after which a schedule stops. */
export const scheduleFailuresMax = 5
/** Number of past runs that are kept per schedule. */
export const scheduleRunsMax = 100

const timeSchema = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))
const timingSchema: z.ZodMiniType<ScheduleTiming> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily'), time: timeSchema }),
  z.object({
    kind: z.literal('weekly'),
    time: timeSchema,
    days: z.array(z.int().check(z.gte(0), z.lte(6))).check(z.minLength(1), z.maxLength(7)),
  }),
  z.object({
    kind: z.literal('cron'),
    expression: z.string().check(z.trim(), z.minLength(9), z.maxLength(100)),
  }),
])

const usdSchema = z.number().check(z.gt(0), z.lte(10_000))

const shape = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  question: z.string().check(z.trim(), z.minLength(1), z.maxLength(32_000)),
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  ...z.pick(chatPermissionsSchema, {
    tools: true,
    /** Tools that run without approval. The server refuses other calls that need approval. */
    allowedTools: true,
  }).shape,
  folderId: z.optional(idSchema),
  timing: timingSchema,
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Maximum cost of one run in US dollars, including paid tools. */
  runUsdMax: z.optional(usdSchema),
  /** Maximum cost per calendar month (UTC) in US dollars. */
  monthUsdMax: z.optional(usdSchema),
}

/** Body of `PUT /api/schedules/:id`, which creates or changes a scheduled question. */
export const putScheduleSchema = z.object(shape)
export type PutSchedule = z.infer<typeof putScheduleSchema>

/** Body of `PATCH /api/schedules/:id`. */
export const pauseScheduleSchema = z.object({ isPaused: z.boolean() })

/**
 * Body of `POST /api/schedules/:id/runs`, which runs the question now. A repeated request starts
 * only one run.
 */
export const startScheduleSchema = z.object({ id: idSchema })

/** `skipped` means that no model was asked, for example because the month's limit was reached. */
const scheduleRunStatusSchema = z.enum(['starting', 'running', 'completed', 'failed', 'skipped'])
export type ScheduleRunStatus = z.infer<typeof scheduleRunStatusSchema>

export const scheduleRunSchema = z.object({
  id: idSchema,
  dueAt: z.iso.datetime(),
  startedAt: z.iso.datetime(),
  finishedAt: z.optional(z.iso.datetime()),
  status: scheduleRunStatusSchema,
  conversationId: z.optional(idSchema),
  problem: z.optional(z.string()),
  usd: z.optional(z.number()),
  /** Number of scheduled times before this run that were missed because no server was running. */
  missed: z.optional(z.int()),
  isManual: z.optional(z.boolean()),
})
export type ScheduleRun = z.infer<typeof scheduleRunSchema>

export const scheduleSchema = z.object({
  id: idSchema,
  ...shape,
  isPaused: z.boolean(),
  stopReason: z.optional(z.string()),
  nextAt: z.optional(z.iso.datetime()),
  monthUsd: z.number(),
  lastRun: z.optional(scheduleRunSchema),
})
export type Schedule = z.infer<typeof scheduleSchema>

/** Response of `GET /api/schedules`, sorted by name. */
export const scheduleListSchema = z.object({ schedules: z.array(scheduleSchema) })

/** Response of `GET /api/schedules/:id/runs`, newest first. */
export const scheduleRunListSchema = z.object({ runs: z.array(scheduleRunSchema) })

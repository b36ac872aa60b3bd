import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/**
 * Usage that a limit counts: the whole server, each user without an own limit, one user, one team,
 * one API key, or one model.
 */
export const limitScopes = ['server', 'everyone', 'person', 'team', 'key', 'model'] as const
export type LimitScope = (typeof limitScopes)[number]

/**
 * `usd` for money, `tokens` read and written by chat models, `models` for generated 3D models,
 * `bytes` for storage.
 */
export const measures = ['usd', 'tokens', 'models', 'bytes'] as const
export type Measure = (typeof measures)[number]

/** Periods after which a limit starts again: calendar days and months in UTC. */
export const limitPeriods = ['day', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

/** Fraction of a limit at which users see a warning. */
export const warnedAt = 0.8

export const limitsMax = 1_000

const limitShape = {
  scope: z.enum(limitScopes),
  /** Id of the user, team, key or model. Absent for `server` and `everyone`. */
  subject: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  measure: z.enum(measures),
  period: z.enum(limitPeriods),
  /** Maximum usage per period, in the unit of `measure`. */
  amount: z.number().check(z.positive(), z.maximum(1e15)),
}

/**
 * Body of `PUT /api/limits`. Replaces an existing limit with the same scope, subject, measure and
 * period.
 */
export const setLimitSchema = z.object(limitShape)
export type SetLimit = z.infer<typeof setLimitSchema>

export const spendingLimitSchema = z.object({ id: idSchema, ...limitShape })
export type SpendingLimit = z.infer<typeof spendingLimitSchema>

export const limitStateSchema = z.object({
  ...limitShape,
  id: idSchema,
  name: z.optional(z.string()),
  used: z.number(),
  /** Amount that is reserved for requests in progress, in the unit of `measure`. */
  reserved: z.number(),
  resetsAt: z.iso.datetime(),
})
export type LimitState = z.infer<typeof limitStateSchema>

/**
 * Response of `GET /api/limits` for admins: all limits. `GET /api/spending` returns the limits that
 * apply to the caller.
 */
export const limitStatesSchema = z.object({ limits: z.array(limitStateSchema) })
export type LimitStates = z.infer<typeof limitStatesSchema>

const amountsShape = {
  usd: z.number(),
  tokens: z.number(),
  models: z.number(),
  bytes: z.number(),
}

export type Amounts = { usd: number; tokens: number; models: number; bytes: number }

/**
 * Query of `GET /api/spending/all` and `/own`. `format=csv` returns one line per day, user, key and
 * model.
 */
export const spendingQuerySchema = z.object({
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(366)), 30),
  format: z._default(z.enum(['json', 'csv']), 'json'),
})
export type SpendingQuery = z.infer<typeof spendingQuerySchema>

/** Usage of all users or one user, across chats, 3D tasks and API clients. */
export const spendingReportSchema = z.object({
  total: z.object(amountsShape),
  /** Users, highest cost first. Deleted users have no name. */
  people: z.array(z.object({ id: z.string(), name: z.optional(z.string()), ...amountsShape })),
  models: z.array(z.object({ modelId: z.string(), ...amountsShape })),
  days: z.array(z.object({ day: z.string(), ...amountsShape })),
})
export type SpendingReport = z.infer<typeof spendingReportSchema>

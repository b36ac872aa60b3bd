import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/**
 * Whose use a limit counts: all of the server together, each person for themselves (who has no limit of
 * their own for the same), one person, all in one team together, one API key, or one model whoever uses it.
 */
export const limitScopes = ['server', 'everyone', 'person', 'team', 'key', 'model'] as const
export type LimitScope = (typeof limitScopes)[number]

/** `usd` money, `tokens` read and written by chat models, `models` 3D models made, `bytes` stored. */
export const measures = ['usd', 'tokens', 'models', 'bytes'] as const
export type Measure = (typeof measures)[number]

/** Both by the calendar, in UTC. */
export const limitPeriods = ['day', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

/** From this part of a limit on, people are told. */
export const warnedAt = 0.8

/** Limits that there can be. */
export const limitsMax = 1_000

const limitShape = {
  scope: z.enum(limitScopes),
  /** Id of the person, team, key or model; absent for the server and for everyone. */
  subject: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  measure: z.enum(measures),
  period: z.enum(limitPeriods),
  /** US dollars, tokens, models or bytes. */
  amount: z.number().check(z.positive(), z.maximum(1e15)),
}

/** `PUT /api/limits`: takes the place of the limit for the same, where there is one. */
export const setLimitSchema = z.object(limitShape)
export type SetLimit = z.infer<typeof setLimitSchema>

export const spendingLimitSchema = z.object({ id: idSchema, ...limitShape })
export type SpendingLimit = z.infer<typeof spendingLimitSchema>

/** How much of a limit is used. */
export const limitStateSchema = z.object({
  ...limitShape,
  id: idSchema,
  /** Of the person, team or key, for people. */
  name: z.optional(z.string()),
  used: z.number(),
  /** Set aside for what is under way. */
  reserved: z.number(),
  /** When it begins anew. */
  resetsAt: z.iso.datetime(),
})
export type LimitState = z.infer<typeof limitStateSchema>

/** `GET /api/limits`: all of them, for admins. `GET /api/spending`: those that count for who asks. */
export const limitStatesSchema = z.object({ limits: z.array(limitStateSchema) })
export type LimitStates = z.infer<typeof limitStatesSchema>

const amountsShape = {
  usd: z.number(),
  tokens: z.number(),
  models: z.number(),
  bytes: z.number(),
}

/** What somebody, or something, has used. */
export type Amounts = { usd: number; tokens: number; models: number; bytes: number }

/** Query of `GET /api/spending/all` and `/own`; `format=csv` gives a line for each day, person, key and model. */
export const spendingQuerySchema = z.object({
  /** Ends with today, in UTC. */
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(366)), 30),
  format: z._default(z.enum(['json', 'csv']), 'json'),
})
export type SpendingQuery = z.infer<typeof spendingQuerySchema>

/** What all people, or one, used, by chat, 3D and API clients alike. */
export const spendingReportSchema = z.object({
  total: z.object(amountsShape),
  /** The dearest first; somebody who was deleted has no name. */
  people: z.array(z.object({ id: z.string(), name: z.optional(z.string()), ...amountsShape })),
  models: z.array(z.object({ modelId: z.string(), ...amountsShape })),
  /** Newest first. */
  days: z.array(z.object({ day: z.string(), ...amountsShape })),
})
export type SpendingReport = z.infer<typeof spendingReportSchema>

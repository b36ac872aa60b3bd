import {
  limitStatesSchema,
  spendingLimitSchema,
  spendingReportSchema,
  type LimitStates,
  type SetLimit,
  type SpendingLimit,
  type SpendingReport,
} from '#contract/spending.ts'
import { toQuery, requestJson, requestNothing } from './http/http.ts'

export const readOwnLimits = (signal?: AbortSignal): Promise<LimitStates> =>
  requestJson(limitStatesSchema, '/api/spending', { signal })

/**
 * `own` is the usage of the signed-in person. `all` is everybody's usage, which only admins can
 * read.
 */
export type SpendingOf = 'own' | 'all'

export const readSpending = (
  whose: SpendingOf,
  days: number,
  signal?: AbortSignal,
): Promise<SpendingReport> =>
  requestJson(spendingReportSchema, `/api/spending/${whose}${toQuery({ days })}`, { signal })

export const toSpendingCsvUrl = (whose: SpendingOf, days: number): string =>
  `/api/spending/${whose}${toQuery({ days, format: 'csv' })}`

/** Returns all spending limits. Only admins can call this function. */
export const listLimits = (signal?: AbortSignal): Promise<LimitStates> =>
  requestJson(limitStatesSchema, '/api/limits', { signal })

/** Sets a limit. Replaces an existing limit with the same scope. */
export const setLimit = (limit: SetLimit): Promise<SpendingLimit> =>
  requestJson(spendingLimitSchema, '/api/limits', { method: 'PUT', body: limit })

export const removeLimit = (id: string): Promise<void> =>
  requestNothing(`/api/limits/${id}`, { method: 'DELETE' })

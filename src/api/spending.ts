import {
  limitStatesSchema,
  spendingLimitSchema,
  spendingReportSchema,
  type LimitStates,
  type SetLimit,
  type SpendingLimit,
  type SpendingReport,
} from '#contract/spending.ts'
import { queryOf, requestJson, requestNothing } from './http/http.ts'

/** The limits that count for who asks. */
export const readOwnLimits = (signal?: AbortSignal): Promise<LimitStates> =>
  requestJson(limitStatesSchema, '/api/spending', { signal })

/** Whose use is meant: one's own, or for admins everybody's. */
export type SpendingOf = 'own' | 'all'

/** What was used in the last days. */
export const readSpending = (
  whose: SpendingOf,
  days: number,
  signal?: AbortSignal,
): Promise<SpendingReport> =>
  requestJson(spendingReportSchema, `/api/spending/${whose}${queryOf({ days })}`, { signal })

export const spendingCsvUrlOf = (whose: SpendingOf, days: number): string =>
  `/api/spending/${whose}${queryOf({ days, format: 'csv' })}`

/** All limits; for admins, as everything below. */
export const listLimits = (signal?: AbortSignal): Promise<LimitStates> =>
  requestJson(limitStatesSchema, '/api/limits', { signal })

/** Takes the place of the limit for the same, where there is one. */
export const setLimit = (limit: SetLimit): Promise<SpendingLimit> =>
  requestJson(spendingLimitSchema, '/api/limits', { method: 'PUT', body: limit })

export const removeLimit = (id: string): Promise<void> =>
  requestNothing(`/api/limits/${id}`, { method: 'DELETE' })

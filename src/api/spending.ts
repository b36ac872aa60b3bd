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

/** All limits; for admins, as everything below. */
export const listLimits = (signal?: AbortSignal): Promise<LimitStates> =>
  requestJson(limitStatesSchema, '/api/limits', { signal })

/** Takes the place of the limit for the same, where there is one. */
export const setLimit = (limit: SetLimit): Promise<SpendingLimit> =>
  requestJson(spendingLimitSchema, '/api/limits', { method: 'PUT', body: limit })

export const removeLimit = (id: string): Promise<void> =>
  requestNothing(`/api/limits/${id}`, { method: 'DELETE' })

/** What everybody used in the last days. */
export const readSpending = (days: number, signal?: AbortSignal): Promise<SpendingReport> =>
  requestJson(spendingReportSchema, `/api/spending/all${queryOf({ days })}`, { signal })

export const spendingCsvUrlOf = (days: number): string =>
  `/api/spending/all${queryOf({ days, format: 'csv' })}`

import { usageReportSchema, type UsageQuery, type UsageReport } from '#contract/usage.ts'
import { queryOf, requestJson } from './http/http.ts'

type Wanted = Pick<UsageQuery, 'days' | 'timeZone'>

/** Returns the usage of the last days' answers. */
export const readUsage = (wanted: Wanted, signal?: AbortSignal): Promise<UsageReport> =>
  requestJson(usageReportSchema, `/api/usage${queryOf(wanted)}`, { signal })

export const usageCsvUrlOf = (wanted: Wanted): string =>
  `/api/usage${queryOf({ ...wanted, format: 'csv' })}`

import { usageReportSchema, type UsageQuery, type UsageReport } from '#contract/usage.ts'
import { toQuery, requestJson } from './http/http.ts'

type Wanted = Pick<UsageQuery, 'days' | 'timeZone'>

export const readUsage = (wanted: Wanted, signal?: AbortSignal): Promise<UsageReport> =>
  requestJson(usageReportSchema, `/api/usage${toQuery(wanted)}`, { signal })

export const toUsageCsvUrl = (wanted: Wanted): string =>
  `/api/usage${toQuery({ ...wanted, format: 'csv' })}`

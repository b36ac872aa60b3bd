import { formatDuration } from '#lib/format.ts'
import { t } from '#languages/settings.ts'

/** Formats a duration such as `340 ms` or `2.4 s`. */
export const formatResponseTime = (ms: number): string =>
  ms < 1000 ? t('{value} ms', { value: Math.max(1, Math.round(ms)) }) : formatDuration(ms)

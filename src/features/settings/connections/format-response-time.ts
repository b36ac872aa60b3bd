import { formatDuration } from '#lib/format.ts'

/** Formats a response time: `340 ms`, `2.4 s`. */
export const formatResponseTime = (ms: number): string =>
  ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : formatDuration(ms)

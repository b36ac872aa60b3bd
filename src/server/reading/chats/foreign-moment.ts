import { isRecord } from '#lib/fields.ts'

/** Bounds of valid times. Exports contain no other times, and Postgres cannot store every date. */
const [earliestMs, latestMs] = [Date.UTC(2000), Date.UTC(2100)]

/**
 * Parses a time as any export writes times: ISO 8601, or Unix time in seconds, milli-, micro- or
 * nanoseconds, as a number, as text, or as `{"$date": …}` of MongoDB.
 */
export function parseMoment(value: unknown): Date | undefined {
  if (isRecord(value)) {
    return parseMoment(value['$date'] ?? value['$numberLong'])
  }
  const count = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof count === 'number') return toDate(toMilliseconds(count))
  return typeof count === 'string' ? toDate(Date.parse(count)) : undefined
}

function toMilliseconds(count: number): number {
  if (count < 1e11) return count * 1000
  if (count < 1e14) return count
  return count < 1e17 ? count / 1e3 : count / 1e6
}

const toDate = (ms: number): Date | undefined =>
  ms >= earliestMs && ms <= latestMs ? new Date(ms) : undefined

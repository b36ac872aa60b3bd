import type { Failure } from '#contract/errors.ts'
import type { Run } from '#contract/chat/chat.ts'

/** Longest wait for an automatic retry, in seconds. After a longer wait, the user must retry. */
const waitSecondsMax = 15 * 60
/** Maximum age of a failure that is retried automatically, in milliseconds. */
const ageMsMax = 60_000

/**
 * Returns when to retry automatically, in milliseconds since 1970. Returns undefined for old
 * failures, so that opening an old conversation sends nothing.
 */
export function retryAtMs(
  failure: Failure | undefined,
  run: Run | undefined,
  seenAtMs: number,
): number | undefined {
  const seconds = failure?.code === 'rate_limited' ? failure.retryAfterSeconds : undefined
  if (seconds === undefined || seconds > waitSecondsMax) return undefined
  const failedAtMs = run?.finishedAt === undefined ? seenAtMs : Date.parse(run.finishedAt)
  const atMs = failedAtMs + seconds * 1000
  return seenAtMs - atMs > ageMsMax ? undefined : Math.max(atMs, seenAtMs + 500)
}

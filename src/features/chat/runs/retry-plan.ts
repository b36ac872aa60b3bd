import type { Failure } from '#contract/errors.ts'
import type { Run } from '#contract/chat/chat.ts'

/** A service that wants more time than this is asked by a person. */
const waitSecondsMax = 15 * 60
/** An answer that failed longer ago was not in front of anybody. */
const ageMsMax = 60_000

/**
 * When to try again by oneself: only where the service has said when it makes sense, and only while
 * the failure is fresh, so that opening an old conversation asks nothing.
 *
 * @returns milliseconds since 1970.
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

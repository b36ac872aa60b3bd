import type { Context } from 'hono'
import { HttpError } from '../../errors/http-error.ts'
import type { CountedRequest } from './key-meter.ts'

/** OpenAI's headers for the requests of a minute; `reset` is written as `12s`. */
function setLimitHeaders(c: Context, { limit, remaining, resetSeconds }: CountedRequest): void {
  c.header('x-ratelimit-limit-requests', String(limit))
  c.header('x-ratelimit-remaining-requests', String(remaining))
  c.header('x-ratelimit-reset-requests', `${resetSeconds}s`)
}

/** Counts a request and sets the headers, for a refusal as well. @throws what `count` throws. */
export function countWithHeaders(c: Context, limit: number, count: () => CountedRequest): void {
  try {
    setLimitHeaders(c, count())
  } catch (error) {
    const resetSeconds = (error instanceof HttpError && error.retryAfterSeconds) || 1
    setLimitHeaders(c, { limit, remaining: 0, resetSeconds })
    throw error
  }
}

import type { Context } from 'hono'
import { HttpError } from '../../errors/http-error.ts'
import type { CountedRequest } from './key-meter.ts'

/** Sets OpenAI's headers about the limit of requests per minute. `reset` is written as `12s`. */
function setLimitHeaders(c: Context, { limit, remaining, resetSeconds }: CountedRequest): void {
  c.header('x-ratelimit-limit-requests', String(limit))
  c.header('x-ratelimit-remaining-requests', String(remaining))
  c.header('x-ratelimit-reset-requests', `${resetSeconds}s`)
}

/** Counts a request and sets the headers, even if it is refused. @throws the error of `count`. */
export function countWithHeaders(c: Context, limit: number, count: () => CountedRequest): void {
  try {
    setLimitHeaders(c, count())
  } catch (error) {
    const resetSeconds = (error instanceof HttpError && error.retryAfterSeconds) || 1
    setLimitHeaders(c, { limit, remaining: 0, resetSeconds })
    throw error
  }
}

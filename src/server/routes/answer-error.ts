import type { Context } from 'hono'
import type { HttpError } from '../errors.ts'
import { answerError as answerLlmError } from './llm/errors.ts'
import { envelopeError, generationError, queueError } from './model/errors.ts'

/**
 * An error of the door, before any route: in the form that clients of that address know, so that
 * theirs can read it too.
 */
export function answerError(c: Context, error: HttpError, requestId: string): Response {
  const { path } = c.req
  const isUnder = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
  if (isUnder('/llm')) return answerLlmError(c, error)
  if (error.retryAfterSeconds !== undefined) {
    c.header('Retry-After', String(Math.ceil(error.retryAfterSeconds)))
  }
  const form = isUnder('/model/v1/queue')
    ? queueError
    : isUnder('/model') || isUnder('/api/v1/storage')
      ? generationError
      : isUnder('/api/v1/skill')
        ? envelopeError
        : undefined
  return c.json(form ? form(error, requestId) : error.toBody(requestId), error.status)
}

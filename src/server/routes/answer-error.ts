import type { Context } from 'hono'
import { toHttpError } from '../errors/http-error.ts'
import { answerLlmError, toLoggedHttpError } from './llm/errors.ts'
import { isOtherInterface } from './unknown-paths.ts'
import { envelopeError, generationError, queueError } from './model/errors.ts'

/**
 * Converts a thrown error into a response in the error format of the path. `/llm` calls this
 * function directly, because Hono's error handling is slower.
 */
export function answerError(c: Context, thrown: unknown, requestId: string): Response {
  const { path } = c.req
  const isUnder = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
  if (isUnder('/llm') || isOtherInterface(path)) {
    return answerLlmError(c, toLoggedHttpError(requestId, thrown))
  }
  const error = toHttpError(thrown)
  const isForPrograms = ['/mcp', '/model', '/api/v1'].some(isUnder)
  if (error.code === 'unauthorized' && isForPrograms) {
    c.header('WWW-Authenticate', 'Bearer')
  }
  if (error.status >= 500) console.error(`Request ${requestId} failed.`, thrown)
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

import type { Context } from 'hono'
import type { ErrorCode } from '#contract/errors.ts'
import { toHttpError, type HttpError } from '../../errors/http-error.ts'

/** Codes that clients of this side branch on; the others are ours. */
const knownCodes: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'invalid_api_key',
  unknown_model: 'model_not_found',
  rate_limited: 'rate_limit_exceeded',
  over_quota: 'quota_exceeded',
}
const knownTypes: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'authentication_error',
  forbidden: 'permission_error',
  rate_limited: 'rate_limit_error',
  over_quota: 'rate_limit_error',
}

/** OpenAI's error form, with the message at the top too, where other clients look for it. */
export function toLlmError({ code, status, message, issues }: HttpError) {
  const type = knownTypes[code] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  const param = issues?.[0]?.path ?? (code === 'unknown_model' ? 'model' : null)
  return { error: { message, type, param, code: knownCodes[code] ?? code }, message }
}

/** Anthropic's names for the same, which its clients branch on. */
const anthropicTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
}

/** Anthropic's error form, for `…/messages`. */
export const toMessagesError = ({ status, message }: HttpError) => ({
  type: 'error',
  error: {
    type: anthropicTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'),
    message,
  },
})

/**
 * The error that a caller may hear about; what nobody planned for goes to the log with the request's
 * id. A caller who hung up is no such thing.
 */
export function explain(requestId: string | undefined, thrown: unknown): HttpError {
  const error = toHttpError(thrown)
  const hasHungUp = thrown instanceof Error && thrown.name === 'AbortError'
  if (error.code === 'internal' && !hasHungUp) console.error(requestId, thrown)
  return error
}

/** The whole answer for something that went wrong before there was one. */
export function answerError(c: Context, error: HttpError): Response {
  if (error.retryAfterSeconds !== undefined) {
    c.header('Retry-After', String(Math.ceil(error.retryAfterSeconds)))
  }
  // OpenAI's clients repeat every 429 unless they are told; the month will not end meanwhile.
  if (error.code === 'over_quota') c.header('X-Should-Retry', 'false')
  if (error.code === 'unauthorized') c.header('WWW-Authenticate', 'Bearer')
  const isMessages = /\/messages(\/|$)/.test(c.req.path)
  return c.json(isMessages ? toMessagesError(error) : toLlmError(error), error.status)
}

import type { Context } from 'hono'
import type { ErrorCode } from '#contract/errors.ts'
import { toHttpError, type HttpError } from '../../errors/http-error.ts'
import { contextCode } from '../../providers/openai/upstream-error-fields.ts'

/**
 * OpenAI's codes for errors that change the behaviour of OpenAI's clients. Other errors keep this
 * server's code.
 */
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

/**
 * Converts an error into OpenAI's format. The message is also at the top level, because some
 * clients read it there.
 */
export function toLlmError({ code, status, message, issues, upstream }: HttpError) {
  if (upstream) {
    const said = upstream.message || message
    const type = upstream.type ?? toErrorType(upstream.status)
    return {
      error: { message: said, type, param: upstream.param, code: upstream.code },
      message: said,
    }
  }
  const type = knownTypes[code] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  const param = issues?.[0]?.path ?? (code === 'unknown_model' ? 'model' : null)
  return { error: { message, type, param, code: knownCodes[code] ?? code }, message }
}

const toErrorType = (status: number): string =>
  status >= 500 ? 'server_error' : status === 429 ? 'rate_limit_error' : 'invalid_request_error'

const anthropicTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** Converts an error into Anthropic's format, for `…/messages`. */
export function toMessagesError({ status: own, message: ours, upstream }: HttpError) {
  const status = upstream?.status ?? own
  const said = upstream?.message || ours
  // Claude Code shortens the conversation if the message contains “prompt is too long”.
  const isTooLong = upstream?.code === contextCode && !/prompt is too long/i.test(said)
  return {
    type: 'error',
    error: {
      type: anthropicTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'),
      message: isTooLong ? `prompt is too long: ${said}` : said,
    },
  }
}

/**
 * Converts anything thrown into an error that is safe to return. Logs unexpected errors with the
 * request id, unless the client disconnected.
 */
export function toLoggedHttpError(requestId: string | undefined, thrown: unknown): HttpError {
  const error = toHttpError(thrown)
  const hasHungUp = thrown instanceof Error && thrown.name === 'AbortError'
  if (error.code === 'internal' && !hasHungUp) console.error(requestId, thrown)
  return error
}

/** Returns whether clients of this path expect Anthropic's format. */
export const isMessagesPath = (path: string): boolean => /\/messages(\/|$)/.test(path)

/** Creates the response for an error before the answer has begun. */
export function answerLlmError(c: Context, error: HttpError): Response {
  if (error.retryAfterSeconds !== undefined) {
    c.header('Retry-After', String(Math.ceil(error.retryAfterSeconds)))
  }
  // This header prevents SDKs from retrying a 429 or 5xx, because a retry of these errors cannot
  // succeed.
  if (error.code === 'over_quota' || isOurFault(error)) c.header('X-Should-Retry', 'false')
  if (error.code === 'unauthorized') c.header('WWW-Authenticate', 'Bearer')
  const body = isMessagesPath(c.req.path) ? toMessagesError(error) : toLlmError(error)
  return c.json(body, error.upstream?.status ?? error.status)
}

const isOurFault = ({ code, upstream }: HttpError): boolean =>
  code === 'provider_refused' && upstream?.status === 502

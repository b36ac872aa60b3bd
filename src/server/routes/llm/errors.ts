import type { ErrorCode } from '#contract/errors.ts'
import type { HttpError } from '../../errors.ts'

/** Codes that OpenAI's clients branch on; the others are ours. */
const knownCodes: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'invalid_api_key',
  unknown_model: 'model_not_found',
  rate_limited: 'rate_limit_exceeded',
}

/** OpenAI's error form, with the message at the top too, where other clients look for it. */
export function toLlmError({ code, status, message }: HttpError) {
  const type =
    code === 'unauthorized'
      ? 'authentication_error'
      : code === 'rate_limited'
        ? 'rate_limit_error'
        : status >= 500
          ? 'server_error'
          : 'invalid_request_error'
  return { error: { message, type, param: null, code: knownCodes[code] ?? code }, message }
}

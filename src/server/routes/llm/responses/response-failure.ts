import type { HttpError } from '../../../errors/http-error.ts'
import { toLlmError } from '../errors.ts'
import { ownValue } from '#lib/own-value.ts'

/** OpenAI's names of error codes after which Codex stops instead of retrying. */
const finalCodes: Readonly<Record<string, string>> = { quota_exceeded: 'insufficient_quota' }

/** Converts an error into the `error` field of a failed response. */
export function toFailure(error: HttpError) {
  const { code, ...rest } = toLlmError(error).error
  return { ...rest, code: ownValue(finalCodes, code ?? '') ?? code ?? 'server_error' }
}

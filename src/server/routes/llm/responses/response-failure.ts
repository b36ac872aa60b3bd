import type { HttpError } from '../../../errors/http-error.ts'
import { toLlmError } from '../errors.ts'
import { ownValue } from '#lib/own-value.ts'

/** Codes on which Codex stops instead of sending the request once more; it knows no other names. */
const finalCodes: Readonly<Record<string, string>> = { quota_exceeded: 'insufficient_quota' }

/** The error of a response that broke off. */
export function toFailure(error: HttpError) {
  const { code, ...rest } = toLlmError(error).error
  return { ...rest, code: ownValue(finalCodes, code ?? '') ?? code ?? 'server_error' }
}

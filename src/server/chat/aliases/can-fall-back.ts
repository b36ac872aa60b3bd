import { HttpError } from '../../errors/http-error.ts'

/** Codes of errors after which another model may succeed. */
const ofService = new Set(['provider_unreachable', 'provider_failed', 'timed_out'])

/**
 * Returns whether the next model of an alias may answer: after a 429, a 5xx, a timeout, or a
 * refusal of this server's API key.
 */
export function canFallBack(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  const { code, upstream, isAboutKey } = error
  if (isAboutKey) return true
  if (code === 'rate_limited') return true
  if (upstream) return upstream.status === 429 || upstream.status >= 500
  return ofService.has(code)
}

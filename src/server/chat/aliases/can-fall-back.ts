import { HttpError } from '../../errors/http-error.ts'

/** Failures of a service, after which another one may answer the same request. */
const ofService = new Set(['provider_unreachable', 'provider_failed', 'timed_out'])

/**
 * Whether the next model of an alias may answer: after a 429, a 5xx or a timeout of a service, and after a
 * service that refuses this server's key. A refused request would be refused by the next one as well, and our
 * own limits are not for another model to pass.
 */
export function canFallBack(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false
  const { code, upstream, isAboutKey } = error
  if (isAboutKey) return true
  if (code === 'rate_limited') return true
  if (upstream) return upstream.status === 429 || upstream.status >= 500
  return ofService.has(code)
}

import type { FuzzRoute } from './fuzz-routes.ts'

/** Whether a request ends the session that it comes with. */
export const isSignOut = (method: string, target: string): boolean =>
  method === 'DELETE' && /^\/api\/session(?:[/?]|$)/.test(target)

/**
 * Keeps a trial going: a password that is set would shut out all requests after it, and so would a
 * key that is revoked; nobody else is harmed.
 */
export function withHarmlessPassword({ method, path }: FuzzRoute, body: unknown): unknown {
  if (`${method} ${path}` !== 'PUT /api/password') return undefined
  return typeof body === 'object' && body !== null ? { ...body, next: 'short' } : { next: 'short' }
}

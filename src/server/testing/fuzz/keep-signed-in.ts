import type { FuzzRoute } from './fuzz-routes.ts'

export const isSignOut = (method: string, target: string): boolean =>
  method === 'DELETE' && /^\/api\/session(?:[/?]|$)/.test(target)

/**
 * Replaces bodies that would lock out all later requests, such as a new password or the revocation
 * of the test run's key.
 */
export function withHarmlessPassword({ method, path }: FuzzRoute, body: unknown): unknown {
  if (`${method} ${path}` !== 'PUT /api/password') return undefined
  return typeof body === 'object' && body !== null ? { ...body, next: 'short' } : { next: 'short' }
}

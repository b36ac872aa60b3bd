import type { FuzzRoute } from './fuzz-routes.ts'

export const isSignOut = (method: string, target: string): boolean =>
  method === 'DELETE' && /^\/api\/session(?:[/?]|$)/.test(target)

/**
 * Replaces the new password in a request by a password that is too short, so that the server
 * refuses the change. After a real change, the server would refuse all later requests of the test
 * run. Returns undefined for other routes.
 */
export function withHarmlessPassword({ method, path }: FuzzRoute, body: unknown): unknown {
  if (`${method} ${path}` !== 'PUT /api/password') return undefined
  return typeof body === 'object' && body !== null ? { ...body, next: 'short' } : { next: 'short' }
}

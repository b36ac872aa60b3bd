import type { FuzzRoute } from './fuzz-routes.ts'

export const isSignOut = (method: string, target: string): boolean =>
  method === 'DELETE' && /^\/api\/session(?:[/?]|$)/.test(target)

/**
 * Returns a body with a new password that is too short, for requests that change the password. The
 * server refuses it. After a real change, all later requests of the test run would be refused.
 * Returns undefined for other routes.
 */
export function withHarmlessPassword({ method, path }: FuzzRoute, body: unknown): unknown {
  if (`${method} ${path}` !== 'PUT /api/password') return undefined
  return typeof body === 'object' && body !== null ? { ...body, next: 'short' } : { next: 'short' }
}

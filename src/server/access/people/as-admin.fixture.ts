import { createMiddleware } from 'hono/factory'
import { firstOwnerId } from '../../store/owner-scope.ts'
import type { SignedInEnv } from '../guards.ts'

export const asAdmin = createMiddleware<SignedInEnv>((c, next) => {
  c.set('caller', { id: firstOwnerId, role: 'admin' })
  return next()
})

import * as z from 'zod/mini'
import { idSchema } from './id.ts'
import { grantRoleSchema } from './sharing/shared-with-me.ts'

export const grantsMax = 100

export const grantSchema = z.object({
  id: idSchema,
  /** Exactly one of `userId` and `teamId` is set. */
  userId: z.optional(z.string()),
  teamId: z.optional(z.string()),
  name: z.string(),
  role: grantRoleSchema,
})
export type Grant = z.infer<typeof grantSchema>

/** Response of `GET /api/conversations/:id/access` and `GET /api/assets/:id/access`. */
export const grantListSchema = z.object({ grants: z.array(grantSchema) })
export type GrantList = z.infer<typeof grantListSchema>

const subject = z.string().check(z.minLength(1), z.maxLength(40))

/**
 * Body of `PUT /api/conversations/:id/access` and `PUT /api/assets/:id/access`: shares the object,
 * or changes a role.
 */
export const setGrantSchema = z.union([
  z.object({ userId: subject, role: grantRoleSchema }),
  z.object({ teamId: subject, role: grantRoleSchema }),
])
export type SetGrant = z.infer<typeof setGrantSchema>

import * as z from 'zod/mini'
import { idSchema } from './id.ts'
import { grantRoleSchema } from './sharing/shared-with-me.ts'

/** With how many people and teams one thing can be shared. */
export const grantsMax = 100

/** With whom a chat or model is shared. */
export const grantSchema = z.object({
  id: idSchema,
  /** One of the two. */
  userId: z.optional(z.string()),
  teamId: z.optional(z.string()),
  name: z.string(),
  role: grantRoleSchema,
})
export type Grant = z.infer<typeof grantSchema>

/** `GET /api/conversations/:id/access`, `GET /api/assets/:id/access`. */
export const grantListSchema = z.object({ grants: z.array(grantSchema) })
export type GrantList = z.infer<typeof grantListSchema>

const subject = z.string().check(z.minLength(1), z.maxLength(40))

/** `PUT` at the same address: shares it with somebody, or gives them another role. */
export const setGrantSchema = z.union([
  z.object({ userId: subject, role: grantRoleSchema }),
  z.object({ teamId: subject, role: grantRoleSchema }),
])
export type SetGrant = z.infer<typeof setGrantSchema>

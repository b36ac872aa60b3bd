import * as z from 'zod/mini'
import { assetSchema } from './assets.ts'
import { idSchema } from './id.ts'

/** Viewers read what is shared with them; editors go on in a chat, and rename and tag a model. */
const grantRoles = ['viewer', 'editor'] as const
const grantRoleSchema = z.enum(grantRoles)
export type GrantRole = z.infer<typeof grantRoleSchema>

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

const fromShape = {
  role: grantRoleSchema,
  /** Whose it is. */
  from: z.string(),
}

/** `GET /api/shared`: what others share with whoever asks, what changed last first. */
export const sharedWithMeSchema = z.object({
  chats: z.array(
    z.object({ id: idSchema, title: z.string(), updatedAt: z.iso.datetime(), ...fromShape }),
  ),
  models: z.array(z.object({ asset: assetSchema, ...fromShape })),
})
export type SharedWithMe = z.infer<typeof sharedWithMeSchema>

import * as z from 'zod/mini'
import { assetSchema } from '../assets.ts'
import { idSchema } from '../id.ts'

/** Viewers can only read. Editors can continue a chat, or rename and tag a model. */
const grantRoles = ['viewer', 'editor'] as const
export const grantRoleSchema = z.enum(grantRoles)
export type GrantRole = z.infer<typeof grantRoleSchema>

const fromShape = {
  role: grantRoleSchema,
  from: z.string(),
}

/**
 * Response of `GET /api/shared`: objects that other users share with the caller, most recently
 * changed object first.
 */
export const sharedWithMeSchema = z.object({
  chats: z.array(
    z.object({ id: idSchema, title: z.string(), updatedAt: z.iso.datetime(), ...fromShape }),
  ),
  models: z.array(z.object({ asset: assetSchema, ...fromShape })),
  adminsReadChats: z.optional(z.boolean()),
})
export type SharedWithMe = z.infer<typeof sharedWithMeSchema>

import * as z from 'zod/mini'
import { assetSchema } from '../assets.ts'
import { idSchema } from '../id.ts'

/** Viewers read what is shared with them; editors go on in a chat, and rename and tag a model. */
const grantRoles = ['viewer', 'editor'] as const
export const grantRoleSchema = z.enum(grantRoles)
export type GrantRole = z.infer<typeof grantRoleSchema>

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
  /** Admins may read the chats of whoever asks. */
  adminsReadChats: z.optional(z.boolean()),
})
export type SharedWithMe = z.infer<typeof sharedWithMeSchema>

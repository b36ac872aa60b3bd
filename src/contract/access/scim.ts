import * as z from 'zod/mini'

/** Response of `GET /api/people/scim`. Without `createdAt`, there is no token. */
export const scimStateSchema = z.object({
  createdAt: z.optional(z.iso.datetime()),
  lastUsedAt: z.optional(z.iso.datetime()),
})
export type ScimState = z.infer<typeof scimStateSchema>

/** Response of `POST /api/people/scim`: the token, which is returned only once. */
export const scimTokenSchema = z.object({ token: z.string() })

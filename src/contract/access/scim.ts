import * as z from 'zod/mini'

/** Response of `GET /api/people/scim`. `createdAt` is absent if there is no token. */
export const scimStateSchema = z.object({
  createdAt: z.optional(z.iso.datetime()),
  lastUsedAt: z.optional(z.iso.datetime()),
})
export type ScimState = z.infer<typeof scimStateSchema>

/** Response of `POST /api/people/scim`: the token, which the server returns only once. */
export const scimTokenSchema = z.object({ token: z.string() })

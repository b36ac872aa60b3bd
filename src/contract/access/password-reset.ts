import * as z from 'zod/mini'
import { newPasswordSchema } from './access.ts'
import { emailSchema, tokenSchema } from './people.ts'

/** Body of `POST /api/password-reset`, which mails a link for a new password. */
export const requestPasswordResetSchema = z.object({ email: emailSchema })

/** Body of `POST /api/password-reset/show`. */
export const showPasswordResetSchema = z.object({ token: tokenSchema })

/** Response of `POST /api/password-reset/show`: the account of the link. */
export const shownPasswordResetSchema = z.object({ email: z.string() })
export type ShownPasswordReset = z.infer<typeof shownPasswordResetSchema>

/** Body of `POST /api/password-reset/accept`. */
export const resetPasswordSchema = z.object({ token: tokenSchema, password: newPasswordSchema })
export type ResetPassword = z.infer<typeof resetPasswordSchema>

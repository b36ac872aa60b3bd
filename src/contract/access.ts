import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/** Shorter ones are guessed too soon. */
export const passwordLengthMin = 10
export const passwordLengthMax = 200

const tokenLengthMax = 200

const newPasswordSchema = z
  .string()
  .check(
    z.minLength(passwordLengthMin, `A password has at least ${passwordLengthMin} characters.`),
    z.maxLength(passwordLengthMax, `A password has at most ${passwordLengthMax} characters.`),
  )

/** `GET /api/session`: how things stand for whoever asks. */
export const accessStateSchema = z.object({
  /** What lets a browser in: the password, or the link that the server prints while it has none. */
  signInWith: z.enum(['password', 'link']),
  isSignedIn: z.boolean(),
  /** Where the password was set; absent without one. */
  passwordFrom: z.optional(z.enum(['environment', 'owner'])),
})
export type AccessState = z.infer<typeof accessStateSchema>

/** `POST /api/session`: with the password, or with the token of the link. */
export const signInSchema = z.union([
  z.object({ password: z.string().check(z.minLength(1), z.maxLength(passwordLengthMax)) }),
  z.object({ token: z.string().check(z.minLength(1), z.maxLength(tokenLengthMax)) }),
])
export type SignIn = z.infer<typeof signInSchema>

/** One browser that is signed in. */
export const sessionSchema = z.object({
  id: idSchema,
  /** Whether it is the one that asks. */
  isOwn: z.boolean(),
  /** IP address from which it signed in. */
  address: z.string(),
  /** What the browser said of itself. */
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  /** To the minute. */
  lastSeenAt: z.iso.datetime(),
})
export type Session = z.infer<typeof sessionSchema>

/** `GET /api/sessions`: those seen last first. */
export const sessionListSchema = z.object({ sessions: z.array(sessionSchema) })

/** `PUT /api/password`; the present password is needed where there is one. */
export const changePasswordSchema = z.object({
  current: z.optional(z.string().check(z.maxLength(passwordLengthMax))),
  next: newPasswordSchema,
})
export type ChangePassword = z.infer<typeof changePasswordSchema>

/** `POST /api/password/remove`. */
export const removePasswordSchema = z.object({
  current: z.string().check(z.maxLength(passwordLengthMax)),
})

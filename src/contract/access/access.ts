import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

/** Shorter ones are guessed too soon. */
export const passwordLengthMin = 10
export const passwordLengthMax = 200

const tokenLengthMax = 200
export const emailLengthMax = 254

export const newPasswordSchema = z
  .string()
  .check(
    z.minLength(passwordLengthMin, `A password has at least ${passwordLengthMin} characters.`),
    z.maxLength(passwordLengthMax, `A password has at most ${passwordLengthMax} characters.`),
  )

/** An admin looks after the server and its people; everybody’s chats and models are their own. */
export const roleSchema = z.enum(['admin', 'member'])
export type Role = z.infer<typeof roleSchema>

/** Why somebody who came back from the identity provider was not let in; the page finds it as `?sign-in=`. */
export const signInRefusalSchema = z.enum([
  'refused',
  'unreachable',
  'unverified',
  'waiting',
  'no_access',
  'other_person',
  'taken',
  'too_many',
])
export type SignInRefusal = z.infer<typeof signInRefusalSchema>

/** `GET /api/session`: how things stand for whoever asks. */
export const accessStateSchema = z.object({
  /**
   * What lets a browser in: the link that the server prints while it has no password, the password, or with
   * accounts an email address and a password.
   */
  signInWith: z.enum(['password', 'link', 'account']),
  isSignedIn: z.boolean(),
  /** Who is signed in, where there are accounts. */
  person: z.optional(
    z.object({
      name: z.string(),
      email: z.string(),
      role: roleSchema,
      /** The account is deleted then, unless that is taken back. */
      deletesAt: z.optional(z.iso.datetime()),
      /** Whose password, and second factor, are those of the server. */
      isFirst: z.boolean(),
    }),
  ),
  /** Where the password was set; absent without one. */
  passwordFrom: z.optional(z.enum(['environment', 'owner'])),
  /** The identity provider that one may sign in with as well. */
  oidc: z.optional(z.object({ name: z.string() })),
  /** The proxy in front, where it says who is signed in there, and why that was not enough. */
  proxy: z.optional(z.object({ user: z.string(), refusal: z.optional(signInRefusalSchema) })),
  /** Whether somebody can sign in with a passkey. */
  hasPasskeys: z.optional(z.boolean()),
})
export type AccessState = z.infer<typeof accessStateSchema>

/** `POST /api/session`: with the password, where there are accounts the email address too, or with the token of the link. */
export const signInSchema = z.union([
  z.object({
    email: z.optional(z.string().check(z.maxLength(emailLengthMax))),
    password: z.string().check(z.minLength(1), z.maxLength(passwordLengthMax)),
  }),
  z.object({ token: z.string().check(z.minLength(1), z.maxLength(tokenLengthMax)) }),
])
export type SignIn = z.infer<typeof signInSchema>

/** `POST /api/session/oidc`: to sign in, or who is signed in to confirm that it’s them. */
export const beginOidcSchema = z.object({ purpose: z.enum(['sign-in', 'confirm', 'link']) })
export type BeginOidc = z.infer<typeof beginOidcSchema>

/** `GET /api/account/identity`: whether the identity provider lets one in, too. */
export const linkedIdentitySchema = z.object({ isLinked: z.boolean() })

/** Its answer: where the browser goes. */
export const oidcBegunSchema = z.object({ address: z.url({ protocol: /^https?$/ }) })

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

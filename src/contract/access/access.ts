import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

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

/** Role of an account. Admins manage the server and its accounts. */
export const roleSchema = z.enum(['admin', 'member'])
export type Role = z.infer<typeof roleSchema>

/**
 * Reason why a sign-in through the identity provider failed, which the page reads from `?sign-in=`.
 */
export const signInRefusalSchema = z.enum([
  'refused',
  'unreachable',
  'unverified',
  'waiting',
  'no_access',
  'other_person',
  'taken',
])
export type SignInRefusal = z.infer<typeof signInRefusalSchema>

/** Response of `GET /api/session`: the sign-in state of the caller. */
export const accessStateSchema = z.object({
  /**
   * Sign-in method: the link that the server prints while no password is set, the password alone,
   * or email address and password once accounts exist.
   */
  signInWith: z.enum(['password', 'link', 'account']),
  isSignedIn: z.boolean(),
  person: z.optional(
    z.object({
      name: z.string(),
      email: z.string(),
      role: roleSchema,
      deletesAt: z.optional(z.iso.datetime()),
      /** True for the first account, whose password and second factor are those of the server. */
      isFirst: z.boolean(),
    }),
  ),
  /**
   * Source of the password: this server's environment, its database, or a directory (LDAP).
   * Undefined if no password is set.
   */
  passwordFrom: z.optional(z.enum(['environment', 'owner', 'directory'])),
  /** True if people can also sign in with the name and password of a directory (LDAP). */
  hasDirectory: z.optional(z.boolean()),
  /** True if the server can mail a link for a new password. */
  canResetPassword: z.optional(z.boolean()),
  oidc: z.optional(z.object({ name: z.string() })),
  /** User reported by the reverse proxy, and the reason if the server refused that user. */
  proxy: z.optional(z.object({ user: z.string(), refusal: z.optional(signInRefusalSchema) })),
  hasPasskeys: z.optional(z.boolean()),
})
export type AccessState = z.infer<typeof accessStateSchema>

/**
 * Body of `POST /api/session`: the password, email address and password, or the token of the
 * printed link.
 */
export const signInSchema = z.union([
  z.object({
    email: z.optional(z.string().check(z.maxLength(emailLengthMax))),
    password: z.string().check(z.minLength(1), z.maxLength(passwordLengthMax)),
  }),
  z.object({ token: z.string().check(z.minLength(1), z.maxLength(tokenLengthMax)) }),
])
export type SignIn = z.infer<typeof signInSchema>

/**
 * Body of `POST /api/session/oidc`: signs in, confirms the signed-in user's identity, or links an
 * identity to the account.
 */
export const beginOidcSchema = z.object({ purpose: z.enum(['sign-in', 'confirm', 'link']) })
export type BeginOidc = z.infer<typeof beginOidcSchema>

/**
 * Response of `GET /api/account/identity`: whether the account is linked to the identity provider.
 */
export const linkedIdentitySchema = z.object({ isLinked: z.boolean() })

export const oidcBegunSchema = z.object({ address: z.url({ protocol: /^https?$/ }) })

export const sessionSchema = z.object({
  id: idSchema,
  isOwn: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  /** Time of the session's last request, rounded to the minute. */
  lastSeenAt: z.iso.datetime(),
})
export type Session = z.infer<typeof sessionSchema>

/** Response of `GET /api/sessions`, most recently seen session first. */
export const sessionListSchema = z.object({ sessions: z.array(sessionSchema) })

/** Body of `PUT /api/password`. `current` is required if a password is set. */
export const changePasswordSchema = z.object({
  current: z.optional(z.string().check(z.maxLength(passwordLengthMax))),
  next: newPasswordSchema,
})
export type ChangePassword = z.infer<typeof changePasswordSchema>

/** Body of `POST /api/password/remove`. */
export const removePasswordSchema = z.object({
  current: z.string().check(z.maxLength(passwordLengthMax)),
})

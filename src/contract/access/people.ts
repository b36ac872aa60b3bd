import * as z from 'zod/mini'
import { emailLengthMax, newPasswordSchema, roleSchema } from './access.ts'
import { idSchema } from '../id.ts'
import { nameSchema } from './name.ts'

const tokenLengthMax = 200

export const emailSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(emailLengthMax, `An email address has at most ${emailLengthMax} characters.`),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'Enter an email address.'),
  )

export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  /** True for a disabled account, which cannot sign in but keeps its data. */
  isOff: z.boolean(),
  /**
   * True if the user registered without an invitation and an admin has not approved the account
   * yet.
   */
  isWaiting: z.boolean(),
  /** True if signing in requires a code besides the password. */
  hasSecondFactor: z.optional(z.boolean()),
  /** Time of the scheduled deletion, which an admin can cancel until then. */
  deletesAt: z.optional(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type Person = z.infer<typeof personSchema>

export const invitationSchema = z.object({
  id: idSchema,
  name: z.string(),
  /**
   * Email address of the account. The user can sign in with it at the identity provider instead of
   * using the invitation link. If absent, the user chooses an address.
   */
  email: z.optional(z.string()),
  role: roleSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.infer<typeof invitationSchema>

/** State of the mail with an invitation's link. */
export const invitationMailSchema = z.object({
  status: z.enum(['waiting', 'sent', 'failed']),
  error: z.optional(z.string()),
})
export type InvitationMail = z.infer<typeof invitationMailSchema>

/** Response of `GET /api/people`. */
export const peopleSchema = z.object({
  people: z.array(personSchema),
  invitations: z.array(
    z.extend(invitationSchema, {
      mail: z.optional(invitationMailSchema),
    }),
  ),
  canMail: z.optional(z.boolean()),
})
export type PeopleList = z.infer<typeof peopleSchema>

/**
 * Body of `POST /api/people`, which enables accounts. The caller becomes the first admin and keeps
 * the server's password.
 */
export const beginAccountsSchema = z.object({ name: nameSchema, email: emailSchema })
export type BeginAccounts = z.infer<typeof beginAccountsSchema>

/** Body of `PATCH /api/people/:id`. */
export const changePersonSchema = z.object({
  role: z.optional(roleSchema),
  isOff: z.optional(z.boolean()),
})
export type ChangePerson = z.infer<typeof changePersonSchema>

/** Number of days during which an admin can cancel the deletion of an account. */
export const deletionGraceDays = 7

/**
 * Body of `POST /api/people/:id/hand-over`: the id of the user who receives the chats and models.
 */
export const handOverSchema = z.object({ to: z.string().check(z.minLength(1), z.maxLength(40)) })

/** Body of `POST /api/people/invitations`. */
export const inviteSchema = z.object({
  name: nameSchema,
  email: z.optional(emailSchema),
  role: roleSchema,
})
export type Invite = z.infer<typeof inviteSchema>

/**
 * Response of `POST /api/people/invitations` and `POST /api/people/invitations/:id/link`: the token
 * of the link, which the server returns only once.
 */
export const invitedSchema = z.object({
  invitation: invitationSchema,
  token: z.string(),
  isMailed: z.optional(z.boolean()),
})
export type Invited = z.infer<typeof invitedSchema>

export const tokenSchema = z.string().check(z.minLength(1), z.maxLength(tokenLengthMax))

/**
 * Body of `POST /api/invitation`, which returns the name and the email address of the invited user
 * to the holder of the link.
 */
export const showInvitationSchema = z.object({ token: tokenSchema })
export const shownInvitationSchema = z.object({
  name: z.string(),
  /** The only address that can accept the invitation. */
  email: z.optional(z.string()),
})
export type ShownInvitation = z.infer<typeof shownInvitationSchema>

/** Body of `POST /api/invitation/accept`, which creates the account and signs in. */
export const acceptInvitationSchema = z.object({
  token: tokenSchema,
  name: nameSchema,
  email: emailSchema,
  password: newPasswordSchema,
})
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>

import * as z from 'zod/mini'
import { emailLengthMax, newPasswordSchema, roleSchema } from './access.ts'
import { idSchema } from '../id.ts'
import { nameSchema } from './name.ts'

const tokenLengthMax = 200

/** What somebody signs in with; nothing is ever sent there. */
export const emailSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(emailLengthMax, `An email address has at most ${emailLengthMax} characters.`),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'Enter an email address.'),
  )

/** Somebody who may sign in. */
export const personSchema = z.object({
  /** The first one's is `owner`. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  /** Cannot sign in; what is theirs stays. */
  isOff: z.boolean(),
  /** Came by themselves, and is off until an admin approves. */
  isWaiting: z.boolean(),
  /** Their password is not enough to sign in: a code follows. */
  hasSecondFactor: z.optional(z.boolean()),
  /** Is deleted then, unless that is taken back. */
  deletesAt: z.optional(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type Person = z.infer<typeof personSchema>

/** A link that has not been used. */
export const invitationSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Who signs in with it at the identity provider needs no link. */
  email: z.optional(z.string()),
  role: roleSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.infer<typeof invitationSchema>

/** `GET /api/people`. */
export const peopleSchema = z.object({
  people: z.array(personSchema),
  invitations: z.array(invitationSchema),
})
export type People = z.infer<typeof peopleSchema>

/** `POST /api/people`: begins accounts; whoever asks becomes the first, an admin, with the server's password. */
export const beginAccountsSchema = z.object({ name: nameSchema, email: emailSchema })
export type BeginAccounts = z.infer<typeof beginAccountsSchema>

/** `PATCH /api/people/:id`. */
export const changePersonSchema = z.object({
  role: z.optional(roleSchema),
  isOff: z.optional(z.boolean()),
})
export type ChangePerson = z.infer<typeof changePersonSchema>

/** How long a deletion can be taken back. */
export const deletionGraceDays = 7

/** `POST /api/people/:id/hand-over`: who gets their chats and models. */
export const handOverSchema = z.object({ to: z.string().check(z.minLength(1), z.maxLength(40)) })

/** `POST /api/people/invitations`. */
export const inviteSchema = z.object({
  name: nameSchema,
  email: z.optional(emailSchema),
  role: roleSchema,
})
export type Invite = z.infer<typeof inviteSchema>

/** Its answer: the path of the link, which is shown once. */
export const invitedSchema = z.object({ invitation: invitationSchema, token: z.string() })
export type Invited = z.infer<typeof invitedSchema>

const tokenSchema = z.string().check(z.minLength(1), z.maxLength(tokenLengthMax))

/** `POST /api/invitation`: who it is for, for who has the link. */
export const showInvitationSchema = z.object({ token: tokenSchema })
export const shownInvitationSchema = z.object({ name: z.string() })

/** `POST /api/invitation/accept`: makes the account, and signs in. */
export const acceptInvitationSchema = z.object({
  token: tokenSchema,
  name: nameSchema,
  email: emailSchema,
  password: newPasswordSchema,
})
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>

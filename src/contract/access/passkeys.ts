import * as z from 'zod/mini'
import { emailLengthMax } from './access.ts'

const nameLengthMax = 60
const idLengthMax = 1_400

const nameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(nameLengthMax, `A name has at most ${nameLengthMax} characters.`),
  )

/** A passkey: a key pair on a phone, computer or security key that replaces the password. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.optional(z.iso.datetime()),
})
export type Passkey = z.infer<typeof passkeySchema>

/** Response of `GET /api/passkeys`: the caller's passkeys, oldest first. */
export const passkeyListSchema = z.object({ passkeys: z.array(passkeySchema) })

/**
 * Response of `POST /api/passkeys/options` and `/api/session/passkey/options`: WebAuthn options for
 * the authenticator.
 */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() })

const answerSchema = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(idLengthMax)),
  response: z.looseObject({ clientDataJSON: z.string() }),
})

export const addPasskeySchema = z.object({ name: nameSchema, answer: answerSchema })

export const renamePasskeySchema = z.object({ name: nameSchema })

/** Body of `POST /api/session/passkey`, which signs in. */
export const passkeySignInSchema = z.object({ answer: answerSchema })

/** Response of `POST /api/session/passkey`: the signed-in account, if accounts exist. */
export const passkeySignedInSchema = z.object({
  email: z.optional(z.string().check(z.maxLength(emailLengthMax))),
})

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

/** What somebody can sign in with instead of a password: a key pair of a phone, computer or security key. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.optional(z.iso.datetime()),
})
export type Passkey = z.infer<typeof passkeySchema>

/** `GET /api/passkeys`: one’s own, the oldest first. */
export const passkeyListSchema = z.object({ passkeys: z.array(passkeySchema) })

/** `POST /api/passkeys/options` and `/api/session/passkey/options`: what the browser asks the authenticator, as WebAuthn has it. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() })

/** What an authenticator has answered, as WebAuthn has it. */
const answerSchema = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(idLengthMax)),
  response: z.looseObject({ clientDataJSON: z.string() }),
})

/** `POST /api/passkeys`. */
export const addPasskeySchema = z.object({ name: nameSchema, answer: answerSchema })

/** `PATCH /api/passkeys/:id`. */
export const renamePasskeySchema = z.object({ name: nameSchema })

/** `POST /api/session/passkey`: signs in. */
export const passkeySignInSchema = z.object({ answer: answerSchema })

/** Its answer: who that was, where there are accounts. */
export const passkeySignedInSchema = z.object({
  email: z.optional(z.string().check(z.maxLength(emailLengthMax))),
})

import * as z from 'zod/mini'
import { passwordLengthMax } from './access.ts'

const codeLengthMax = 60

/** Six digits of an authenticator app, or a recovery code, however they are typed. */
const codeSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(codeLengthMax))

/**
 * `POST /api/session/code` and `/api/session/confirmed/code`: asked for when the right password is answered
 * by `code_needed`.
 */
export const signInCodeSchema = z.object({ code: codeSchema })

/** `GET /api/second-factor`. */
export const secondFactorSchema = z.union([
  z.object({ isOn: z.literal(false) }),
  z.object({
    isOn: z.literal(true),
    since: z.iso.datetime(),
    recoveryCodesLeft: z.int().check(z.nonnegative()),
  }),
])
export type SecondFactorState = z.infer<typeof secondFactorSchema>

/** `POST /api/second-factor/setup`: nothing is on before a code shows that the app has the key. */
export const secondFactorSetupSchema = z.object({
  /** In base32, to type. */
  key: z.string(),
  /** The same as an address that authenticator apps open and scan: `otpauth://totp/…`. */
  address: z.string(),
})
export type SecondFactorSetup = z.infer<typeof secondFactorSetupSchema>

/** `POST /api/second-factor`: switches it on. */
export const turnOnSecondFactorSchema = z.object({ code: codeSchema })

/** Shown once, when it is switched on and by `POST /api/second-factor/recovery-codes`. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

/** `POST /api/second-factor/recovery-codes` and `…/remove`: the password and a code, both anew. */
export const fullProofSchema = z.object({
  password: z.string().check(z.minLength(1), z.maxLength(passwordLengthMax)),
  code: codeSchema,
})
export type FullProof = z.infer<typeof fullProofSchema>

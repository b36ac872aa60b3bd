import * as z from 'zod/mini'
import { passwordLengthMax } from './access.ts'

const codeLengthMax = 60

/**
 * Six digits from an authenticator app, or a recovery code. Spaces and letter case do not matter.
 */
const codeSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(codeLengthMax))

/**
 * Body of `POST /api/session/code` and `/api/session/confirmed/code`, which the client sends after
 * a correct password returned `code_needed`.
 */
export const signInCodeSchema = z.object({ code: codeSchema })

/** Response of `GET /api/second-factor`. */
export const secondFactorSchema = z.union([
  z.object({ isOn: z.literal(false) }),
  z.object({
    isOn: z.literal(true),
    since: z.iso.datetime(),
    recoveryCodesLeft: z.int().check(z.nonnegative()),
  }),
])
export type SecondFactorState = z.infer<typeof secondFactorSchema>

/**
 * Response of `POST /api/second-factor/setup`. The second factor stays off until the client proves
 * with a code that the app has the key.
 */
export const secondFactorSetupSchema = z.object({
  /** The key of the second factor in base32, for manual entry. */
  key: z.string(),
  /**
   * The key of the second factor as an `otpauth://totp/…` address, which authenticator apps open or
   * scan.
   */
  address: z.string(),
})
export type SecondFactorSetup = z.infer<typeof secondFactorSetupSchema>

/** Body of `POST /api/second-factor`, which enables the second factor. */
export const turnOnSecondFactorSchema = z.object({ code: codeSchema })

/**
 * Recovery codes, returned when the second factor is enabled and by `POST
 * /api/second-factor/recovery-codes`.
 */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

/**
 * Body of `POST /api/second-factor/recovery-codes` and `/api/second-factor/remove`: the password
 * and a fresh code.
 */
export const fullProofSchema = z.object({
  password: z.string().check(z.minLength(1), z.maxLength(passwordLengthMax)),
  code: codeSchema,
})
export type FullProof = z.infer<typeof fullProofSchema>

import {
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSetupSchema,
  type FullProof,
  type SecondFactorSetup,
  type SecondFactorState,
} from '#contract/access/second-factor.ts'
import { requestJson, requestNothing } from '../http/http.ts'

const root = '/api/second-factor'

export const readSecondFactor = (signal?: AbortSignal): Promise<SecondFactorState> =>
  requestJson(secondFactorSchema, root, { signal })

/** Creates a key for an authenticator app. The key has no effect before `turnOnSecondFactor`. */
export const setUpSecondFactor = (): Promise<SecondFactorSetup> =>
  requestJson(secondFactorSetupSchema, `${root}/setup`, { method: 'POST' })

/**
 * Turns on two-factor authentication.
 * @param code from the authenticator app.
 * @returns the recovery codes, which the server never returns again.
 * @throws {ApiError} `forbidden` for a wrong code, `conflict` if the setup has expired.
 */
export const turnOnSecondFactor = async (code: string): Promise<string[]> =>
  (await requestJson(recoveryCodesSchema, root, { method: 'POST', body: { code } })).recoveryCodes

/**
 * Replaces the recovery codes.
 * @returns the new recovery codes, which the server never returns again.
 * @throws {ApiError} `forbidden` for a wrong password or code, `rate_limited`.
 */
export const renewRecoveryCodes = async (proof: FullProof): Promise<string[]> =>
  (
    await requestJson(recoveryCodesSchema, `${root}/recovery-codes`, {
      method: 'POST',
      body: proof,
    })
  ).recoveryCodes

/**
 * Turns off two-factor authentication.
 * @throws {ApiError} `forbidden` for a wrong password or code, `rate_limited`.
 */
export const turnOffSecondFactor = (proof: FullProof): Promise<void> =>
  requestNothing(`${root}/remove`, { method: 'POST', body: proof })

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

/** Creates a key for an authenticator app. It has no effect until `turnOnSecondFactor`. */
export const setUpSecondFactor = (): Promise<SecondFactorSetup> =>
  requestJson(secondFactorSetupSchema, `${root}/setup`, { method: 'POST' })

/**
 * Turns the second factor on.
 * @param code of the app that has the key.
 * @returns the recovery codes, which cannot be read again.
 * @throws {ApiError} `forbidden` for a wrong code, `conflict` if the setup has expired.
 */
export const turnOnSecondFactor = async (code: string): Promise<string[]> =>
  (await requestJson(recoveryCodesSchema, root, { method: 'POST', body: { code } })).recoveryCodes

/**
 * Replaces the recovery codes.
 * @returns the new recovery codes, which cannot be read again.
 * @throws {ApiError} `forbidden` for a wrong password or code, `rate_limited`.
 */
export const renewRecoveryCodes = async (proof: FullProof): Promise<string[]> =>
  (
    await requestJson(recoveryCodesSchema, `${root}/recovery-codes`, {
      method: 'POST',
      body: proof,
    })
  ).recoveryCodes

/** Turns the second factor off. @throws {ApiError} as `renewRecoveryCodes`. */
export const turnOffSecondFactor = (proof: FullProof): Promise<void> =>
  requestNothing(`${root}/remove`, { method: 'POST', body: proof })

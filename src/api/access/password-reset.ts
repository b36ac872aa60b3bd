import {
  shownPasswordResetSchema,
  type ResetPassword,
  type ShownPasswordReset,
} from '#contract/access/password-reset.ts'
import { requestJson, requestNothing } from '../http/http.ts'

const address = '/api/password-reset'

/** Requests a mail with a link for a new password. Also resolves for unknown addresses. */
export const requestPasswordReset = (email: string): Promise<void> =>
  requestNothing(address, { method: 'POST', body: { email }, isSignIn: true })

/**
 * Returns the account whose password a link can change.
 * @throws {ApiError} `not_found` if the link was used or has expired.
 */
export const readPasswordReset = (
  token: string,
  signal?: AbortSignal,
): Promise<ShownPasswordReset> =>
  requestJson(shownPasswordResetSchema, `${address}/show`, {
    method: 'POST',
    body: { token },
    signal,
    isSignIn: true,
  })

export const resetPassword = (body: ResetPassword): Promise<void> =>
  requestNothing(`${address}/accept`, { method: 'POST', body, isSignIn: true })

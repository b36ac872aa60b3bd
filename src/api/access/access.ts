import {
  accessStateSchema,
  linkedIdentitySchema,
  oidcBegunSchema,
  sessionListSchema,
  type AccessState,
  type BeginOidc,
  type ChangePassword,
  type Session,
  type SignIn,
} from '#contract/access/access.ts'
import { noteConfirmed } from '../http/confirmation.ts'
import { download } from '../download.ts'
import { forgetAndReload, hasLocalAccount, isPersonHere, rememberPlace } from '../forget.ts'
import { requestJson, requestNothing } from '../http/http.ts'
import { noteSignedIn } from '../http/signed-out.ts'

export const readAccess = (signal?: AbortSignal): Promise<AccessState> =>
  requestJson(accessStateSchema, '/api/session', { signal })

export async function signIn(credential: SignIn): Promise<void> {
  const options = { method: 'POST', body: credential, isSignIn: true } as const
  pendingEmail = 'email' in credential ? (credential.email ?? '').trim().toLowerCase() : ''
  await requestNothing('/api/session', options)
  await resumeAsPerson()
}

/**
 * Resumes after a sign-in. Reads the email address of the account from the server if the person may
 * have typed a user name of a directory (LDAP).
 */
async function resumeAsPerson(): Promise<void> {
  const isKnown = pendingEmail === '' || isPersonHere(pendingEmail)
  const email = isKnown ? pendingEmail : (await readAccess()).person?.email
  resumeAfterSignIn(email)
}

/**
 * Email address that a person has entered with the password. The sign-in needs it again when the
 * code follows.
 */
let pendingEmail = ''

/**
 * Resumes the requests that wait for a sign-in. If another person has signed in, deletes this
 * browser's data and reloads the page.
 */
export function resumeAfterSignIn(person = pendingEmail): void {
  if (person === '' || isPersonHere(person)) noteSignedIn()
  // After the first sign-in in this browser, reload the address that the person opened.
  else forgetAndReload(person, !hasLocalAccount())
}

/**
 * Completes a sign-in that the server refused with `code_needed`.
 * @throws {ApiError} `unauthorized` for a wrong code, `conflict` when the password has to be
 * entered again.
 */
export async function signInWithCode(code: string): Promise<void> {
  const options = { method: 'POST', body: { code }, isSignIn: true } as const
  await requestNothing('/api/session/code', options)
  await resumeAsPerson()
}

/**
 * Redirects to the identity provider, which redirects back after the sign-in or confirmation.
 * @throws {ApiError} `provider_unreachable`.
 */
export async function goToOidc(purpose: BeginOidc['purpose']): Promise<void> {
  // Linking an identity may require a confirmation, for which the request waits.
  const options = { method: 'POST', body: { purpose }, isSignIn: purpose !== 'link' } as const
  const { address } = await requestJson(oidcBegunSchema, '/api/session/oidc', options)
  rememberPlace(purpose)
  window.location.assign(address)
}

/**
 * Confirms the session with a password or link, and resumes the requests that wait for it.
 * @throws {ApiError} the codes of `signIn`, and `forbidden` for wrong credentials.
 */
export async function confirmSession(credential: SignIn): Promise<void> {
  await requestNothing('/api/session/confirmed', { method: 'POST', body: credential })
  noteConfirmed()
}

/**
 * Completes a confirmation that the server refused with `code_needed`.
 * @throws {ApiError} the codes of `signInWithCode`, and `forbidden` for a wrong code.
 */
export async function confirmSessionWithCode(code: string): Promise<void> {
  await requestNothing('/api/session/confirmed/code', { method: 'POST', body: { code } })
  noteConfirmed()
}

/**
 * Downloads a file that only the owner may export. Confirms the session first, because the server
 * requires a recent confirmation.
 * @throws {ApiError} `confirmation_needed` if the person does not confirm.
 */
export async function downloadAsOwner(url: string): Promise<void> {
  await requestNothing('/api/session/confirmed')
  download(url)
}

/** Signs this browser out, and deletes all data that the app has stored in this browser. */
export async function signOut(): Promise<void> {
  await requestNothing('/api/session', { method: 'DELETE' })
  forgetAndReload()
}

export const listSessions = async (signal?: AbortSignal): Promise<Session[]> =>
  (await requestJson(sessionListSchema, '/api/sessions', { signal })).sessions

export const endSession = (id: string): Promise<void> =>
  requestNothing(`/api/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })

export const endOtherSessions = (): Promise<void> =>
  requestNothing('/api/sessions', { method: 'DELETE' })

/** @throws {ApiError} `forbidden` when the current password is wrong. */
export const changePassword = (body: ChangePassword): Promise<void> =>
  requestNothing('/api/password', { method: 'PUT', body })

/**
 * Removes the password, so that the server opens with its link again.
 * @throws {ApiError} `forbidden` when the password is wrong.
 */
export const removePassword = (current: string): Promise<void> =>
  requestNothing('/api/password/remove', { method: 'POST', body: { current } })

export const readLinkedIdentity = async (signal?: AbortSignal): Promise<boolean> =>
  (await requestJson(linkedIdentitySchema, '/api/account/identity', { signal })).isLinked

/**
 * @throws {ApiError} `conflict` for an account without a password, because nobody could sign in to
 * that account.
 */
export const unlinkIdentity = (): Promise<void> =>
  requestNothing('/api/account/identity', { method: 'DELETE' })

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

/**
 * Signs this browser in and resumes waiting requests.
 * @throws {ApiError} `code_needed` if a code has to follow, `unauthorized` for wrong credentials,
 * `rate_limited` after too many attempts.
 */
export async function signIn(credential: SignIn): Promise<void> {
  const options = { method: 'POST', body: credential, isSignIn: true } as const
  pendingEmail = 'email' in credential ? (credential.email ?? '').trim().toLowerCase() : ''
  await requestNothing('/api/session', options)
  resumeAfterSignIn()
}

/** Email address of the person who is signing in, between password and code. */
let pendingEmail = ''

/**
 * Resumes waiting requests after a sign-in. If another person signed in, clears this browser's data
 * and reloads, so that nothing of one person is shown to or sent as another.
 */
export function resumeAfterSignIn(person = pendingEmail): void {
  if (person === '' || isPersonHere(person)) noteSignedIn()
  // On the first sign-in in this browser, keep the address that was opened.
  else forgetAndReload(person, !hasLocalAccount())
}

/**
 * Completes a sign-in that was refused with `code_needed`.
 * @throws {ApiError} `unauthorized` for a wrong code, `conflict` when the password has to be
 * entered again.
 */
export async function signInWithCode(code: string): Promise<void> {
  const options = { method: 'POST', body: { code }, isSignIn: true } as const
  await requestNothing('/api/session/code', options)
  resumeAfterSignIn()
}

/**
 * Redirects to the identity provider. The provider redirects back after the sign-in or the
 * confirmation.
 * @throws {ApiError} `provider_unreachable`.
 */
export async function goToOidc(purpose: BeginOidc['purpose']): Promise<void> {
  // Linking an identity may require a confirmation first. Then the request waits for it.
  const options = { method: 'POST', body: { purpose }, isSignIn: purpose !== 'link' } as const
  const { address } = await requestJson(oidcBegunSchema, '/api/session/oidc', options)
  rememberPlace(purpose)
  window.location.assign(address)
}

/**
 * Confirms the session with a password or link and resumes waiting requests.
 * @throws {ApiError} as `signIn`, with `forbidden` for wrong credentials.
 */
export async function confirmSession(credential: SignIn): Promise<void> {
  await requestNothing('/api/session/confirmed', { method: 'POST', body: credential })
  noteConfirmed()
}

/**
 * Completes a confirmation that was refused with `code_needed`. @throws {ApiError} as
 * `signInWithCode`, with `forbidden` for a wrong code.
 */
export async function confirmSessionWithCode(code: string): Promise<void> {
  await requestNothing('/api/session/confirmed/code', { method: 'POST', body: { code } })
  noteConfirmed()
}

/**
 * Confirms the session, then lets the browser download a file.
 * @throws {ApiError} `confirmation_needed` if the person does not confirm.
 */
export async function downloadAsOwner(url: string): Promise<void> {
  await requestNothing('/api/session/confirmed')
  download(url)
}

/** Signs this browser out and deletes its local data. */
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

/** Changes the password. @throws {ApiError} `forbidden` when the current one is wrong. */
export const changePassword = (body: ChangePassword): Promise<void> =>
  requestNothing('/api/password', { method: 'PUT', body })

/**
 * Removes the password, so that the link opens the server again. @throws {ApiError} as
 * `changePassword`.
 */
export const removePassword = (current: string): Promise<void> =>
  requestNothing('/api/password/remove', { method: 'POST', body: { current } })

export const readLinkedIdentity = async (signal?: AbortSignal): Promise<boolean> =>
  (await requestJson(linkedIdentitySchema, '/api/account/identity', { signal })).isLinked

/**
 * Removes the link between the account and the identity provider. @throws {ApiError} `conflict` for
 * an account without a password.
 */
export const unlinkIdentity = (): Promise<void> =>
  requestNothing('/api/account/identity', { method: 'DELETE' })

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
import { forgetAndReload, isAnybodyHere, isPersonHere, rememberPlace } from '../forget.ts'
import { requestJson, requestNothing } from '../http/http.ts'
import { noteSignedIn } from '../http/signed-out.ts'

export const readAccess = (signal?: AbortSignal): Promise<AccessState> =>
  requestJson(accessStateSchema, '/api/session', { signal })

/**
 * Signs this browser in; whatever waited for that goes on.
 *
 * @throws {ApiError} `code_needed` when that is not all, `unauthorized` for what is wrong, `rate_limited` after
 *   too many.
 */
export async function signIn(credential: SignIn): Promise<void> {
  const options = { method: 'POST', body: credential, isWayIn: true } as const
  personComing = 'email' in credential ? (credential.email ?? '').trim().toLowerCase() : ''
  await requestNothing('/api/session', options)
  letIn()
}

/** Who is signing in, between the password and the code. */
let personComing = ''

/** What this browser keeps of somebody else is neither shown nor sent in another's name. */
export function letIn(person = personComing): void {
  if (person === '' || isPersonHere(person)) noteSignedIn()
  // Who comes by a link for the first time finds what it leads to.
  else forgetAndReload(person, !isAnybodyHere())
}

/**
 * The second step, after `signIn` was refused with `code_needed`.
 *
 * @throws {ApiError} `unauthorized` for a wrong code, `conflict` when the password has to be given again.
 */
export async function signInWithCode(code: string): Promise<void> {
  const options = { method: 'POST', body: { code }, isWayIn: true } as const
  await requestNothing('/api/session/code', options)
  letIn()
}

/**
 * Leaves for the identity provider, which sends the browser back: signed in, or as who is signed in confirmed.
 *
 * @throws {ApiError} `provider_unreachable`.
 */
export async function goToOidc(purpose: BeginOidc['purpose']): Promise<void> {
  // Whoever is signed in and adds a way in may have to confirm first that it's them.
  const options = { method: 'POST', body: { purpose }, isWayIn: purpose !== 'link' } as const
  const { address } = await requestJson(oidcBegunSchema, '/api/session/oidc', options)
  rememberPlace(purpose)
  window.location.assign(address)
}

/**
 * Shows the password or link once more; whatever waited for that goes on.
 *
 * @throws {ApiError} as `signIn`, with `forbidden` for what is wrong.
 */
export async function confirmSession(credential: SignIn): Promise<void> {
  await requestNothing('/api/session/confirmed', { method: 'POST', body: credential })
  noteConfirmed()
}

/** As `signInWithCode`, with `forbidden` for a wrong code. */
export async function confirmSessionWithCode(code: string): Promise<void> {
  await requestNothing('/api/session/confirmed/code', { method: 'POST', body: { code } })
  noteConfirmed()
}

/**
 * Downloads what only the owner may take along, as the browser does with a link.
 *
 * @throws {ApiError} `confirmation_needed` when that was asked for and not given.
 */
export async function downloadAsOwner(url: string): Promise<void> {
  await requestNothing('/api/session/confirmed')
  download(url)
}

/** Signs this browser out, and leaves nothing of what was written or seen in it. */
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

/** @throws {ApiError} `forbidden` when the present password is wrong. */
export const changePassword = (body: ChangePassword): Promise<void> =>
  requestNothing('/api/password', { method: 'PUT', body })

/** From then on the link lets in again. @throws {ApiError} as `changePassword`. */
export const removePassword = (current: string): Promise<void> =>
  requestNothing('/api/password/remove', { method: 'POST', body: { current } })

/** Whether the identity provider lets one in, too. */
export const readLinkedIdentity = async (signal?: AbortSignal): Promise<boolean> =>
  (await requestJson(linkedIdentitySchema, '/api/account/identity', { signal })).isLinked

/** @throws {ApiError} `conflict` for who has no password. */
export const unlinkIdentity = (): Promise<void> =>
  requestNothing('/api/account/identity', { method: 'DELETE' })

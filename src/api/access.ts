import {
  accessStateSchema,
  sessionListSchema,
  type AccessState,
  type ChangePassword,
  type Session,
} from '#contract/access.ts'
import { requestJson, requestNothing } from './http.ts'
import { noteSignedIn, noteSignedOut } from './signed-out.ts'

export const readAccess = (signal?: AbortSignal): Promise<AccessState> =>
  requestJson(accessStateSchema, '/api/session', { signal })

/**
 * Signs this browser in; whatever waited for that goes on.
 *
 * @throws {ApiError} `unauthorized` for a wrong password, `rate_limited` after too many.
 */
export async function signIn(password: string): Promise<void> {
  const options = { method: 'POST', body: { password }, isWayIn: true } as const
  await requestNothing('/api/session', options)
  noteSignedIn()
}

export async function signOut(): Promise<void> {
  await requestNothing('/api/session', { method: 'DELETE' })
  noteSignedOut()
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

/** From then on whoever is at this machine needs none. @throws {ApiError} as `changePassword`. */
export const removePassword = (current: string): Promise<void> =>
  requestNothing('/api/password/remove', { method: 'POST', body: { current } })

import { scimStateSchema, scimTokenSchema, type ScimState } from '#contract/access/scim.ts'
import {
  invitedSchema,
  peopleSchema,
  personSchema,
  shownInvitationSchema,
  type AcceptInvitation,
  type BeginAccounts,
  type ChangePerson,
  type Invite,
  type Invited,
  type PeopleList,
  type Person,
} from '#contract/access/people.ts'
import {
  chatOfPersonSchema,
  chatsOfPersonSchema,
  type ChatOfPerson,
  type ChatsOfPerson,
} from '#contract/access/read-chats.ts'
import { forgetAndReload, rememberPerson } from '../forget.ts'
import { requestJson, requestNothing } from '../http/http.ts'

const address = '/api/people'

export const listPeople = (signal?: AbortSignal): Promise<PeopleList> =>
  requestJson(peopleSchema, address, { signal })

/**
 * Creates the first account of a server without accounts, for the current person.
 * @throws {ApiError} `conflict` while the server has no password.
 */
export async function beginAccounts(body: BeginAccounts): Promise<Person> {
  const person = await requestJson(personSchema, address, { method: 'POST', body })
  rememberPerson(person.email)
  return person
}

/** Creates an invitation. Only this response contains the token of the invitation's link. */
export const invitePerson = (body: Invite): Promise<Invited> =>
  requestJson(invitedSchema, `${address}/invitations`, { method: 'POST', body })

/** Replaces an invitation's link. Only this response contains the token of the new link. */
export const renewInvitation = (id: string): Promise<Invited> =>
  requestJson(invitedSchema, `${address}/invitations/${encodeURIComponent(id)}/link`, {
    method: 'POST',
    body: {},
  })

export const revokeInvitation = (id: string): Promise<void> =>
  requestNothing(`${address}/invitations/${encodeURIComponent(id)}`, { method: 'DELETE' })

export const changePerson = (id: string, body: ChangePerson): Promise<Person> =>
  requestJson(personSchema, `${address}/${encodeURIComponent(id)}`, { method: 'PATCH', body })

export const signOutPerson = (id: string): Promise<void> =>
  requestNothing(`${address}/${encodeURIComponent(id)}/sign-out`, { method: 'POST' })

export const removePersonSecondFactor = (id: string): Promise<void> =>
  requestNothing(`${address}/${encodeURIComponent(id)}/remove-second-factor`, { method: 'POST' })

/** Schedules the deletion of a person's account in a week, and disables the account at once. */
export const deletePerson = (id: string): Promise<Person> =>
  requestJson(personSchema, `${address}/${encodeURIComponent(id)}/delete`, { method: 'POST' })

export const keepPerson = (id: string): Promise<Person> =>
  requestJson(personSchema, `${address}/${encodeURIComponent(id)}/keep`, { method: 'POST' })

export const handOverPerson = (id: string, to: string): Promise<void> =>
  requestNothing(`${address}/${encodeURIComponent(id)}/hand-over`, { method: 'POST', body: { to } })

/**
 * Lists the chats of another person. Only admins can call it.
 * @throws {ApiError} `forbidden` if the server does not let admins read chats.
 */
export const listPersonChats = (
  id: string,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<ChatsOfPerson> =>
  requestJson(
    chatsOfPersonSchema,
    `${address}/${encodeURIComponent(id)}/chats${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
    { signal },
  )

/**
 * Returns a chat of another person. Only admins can call it.
 * @throws {ApiError} `forbidden` if the server does not let admins read chats; `not_found`.
 */
export const readPersonChat = (
  { personId, chatId }: { personId: string; chatId: string },
  signal?: AbortSignal,
): Promise<ChatOfPerson> =>
  requestJson(
    chatOfPersonSchema,
    `${address}/${encodeURIComponent(personId)}/chats/${encodeURIComponent(chatId)}`,
    { signal },
  )

/** Schedules the deletion of the signed-in person's account in a week. */
export const deleteAccount = (): Promise<Person> =>
  requestJson(personSchema, '/api/account/delete', { method: 'POST' })

export const keepAccount = (): Promise<Person> =>
  requestJson(personSchema, '/api/account/keep', { method: 'POST' })

/**
 * Returns the name of the invited person.
 * @throws {ApiError} `not_found` if the invitation is no longer valid.
 */
export const readInvitation = (token: string, signal?: AbortSignal): Promise<{ name: string }> =>
  requestJson(shownInvitationSchema, '/api/invitation', { method: 'POST', body: { token }, signal })

/** Creates the invited account, and reloads the page with that account signed in. */
export async function acceptInvitation(body: AcceptInvitation): Promise<void> {
  await requestNothing('/api/invitation/accept', { method: 'POST', body })
  forgetAndReload(body.email.trim().toLowerCase())
}

/** Returns whether a directory may manage accounts by SCIM. Only admins can call it. */
export const readScim = (signal?: AbortSignal): Promise<ScimState> =>
  requestJson(scimStateSchema, `${address}/scim`, { signal })

/**
 * Replaces the token with which a directory manages accounts by SCIM. Only this response contains
 * the new token.
 */
export const makeScimToken = async (): Promise<string> =>
  (await requestJson(scimTokenSchema, `${address}/scim`, { method: 'POST', body: {} })).token

export const revokeScimToken = (): Promise<void> =>
  requestNothing(`${address}/scim`, { method: 'DELETE' })

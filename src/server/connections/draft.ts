import type { ChangeConnection, ChatApi } from '#contract/connections.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ProviderKind } from '../ports/provider-kind.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { checkHeaderFields, isHeaderField, withHeaderFields } from './header-fields.ts'

export type Draft = {
  address: string | null
  secrets: Record<string, string>
  chatApi: ChatApi | null
}

export function findProviderKind(kinds: readonly ProviderKind[], id: string): ProviderKind {
  const kind = kinds.find((known) => known.id === id)
  if (!kind) throw new HttpError('bad_request', 'Bozzetto does not know this kind of service.')
  return kind
}

/** @throws {HttpError} `bad_request` if fields are missing or the kind does not accept them. */
export function checkDraft(
  kind: ProviderKind,
  {
    address,
    secrets,
    chatApi,
    stored = [],
  }: {
    address?: string | undefined
    secrets: Record<string, string>
    chatApi?: ChatApi | undefined
    /** Ids of secrets that are stored already, even if they cannot be decrypted. */
    stored?: readonly string[]
  },
): Draft {
  if (!kind.address && address !== undefined) {
    throw new HttpError('bad_request', `The address of ${kind.name} is fixed.`)
  }
  const reached = kind.address ? (address ?? kind.address.default) : undefined
  if (kind.address && reached === undefined) {
    throw new HttpError('bad_request', `Enter the address, such as ${kind.address.example}.`)
  }
  const given = checkHeaderFields(kind, secrets)
  for (const { id, label, isRequired } of kind.secrets) {
    const secret = ownValue(secrets, id) ?? ''
    if (secret !== '') setOwn(given, id, secret)
    else if (isRequired && !stored.includes(id))
      throw new HttpError('bad_request', `Enter the ${label} of ${kind.name}.`)
  }
  if (chatApi !== undefined && kind.choosesChatApi !== true) {
    throw new HttpError('bad_request', `${kind.name} has only one interface for chats.`)
  }
  return { address: reached ?? null, secrets: given, chatApi: chatApi ?? null }
}

/**
 * Merges a change into a connection's fields.
 * @throws {HttpError} `bad_request` as `checkDraft`, and if the address changes without new
 * secrets.
 */
export function mergeChange(entry: ConnectionEntry, change: ChangeConnection): Draft {
  const { kind, settings } = entry
  const address = change.address ?? entry.address
  const isElsewhere =
    entry.address !== undefined &&
    address !== undefined &&
    new URL(address).origin !== new URL(entry.address).origin
  const isKept = entry.hints.some(({ id }) => ownValue(change.secrets, id) === undefined)
  if (isElsewhere && isKept) {
    const hasHeaders = entry.hints.some(({ id }) => isHeaderField(id))
    throw new HttpError(
      'bad_request',
      hasHeaders
        ? 'Enter the key and the headers again: a stored key is sent only to the address it was saved for.'
        : 'Enter the key again: a stored key is sent only to the address it was saved for.',
    )
  }
  const before = withHeaderFields({ secrets: settings.secrets, headers: settings.headers })
  const secrets = { ...before.secrets, ...change.secrets }
  const stored = entry.hints
    .map(({ id }) => id)
    .filter((id) => ownValue(change.secrets, id) === undefined)
  const chatApi = change.chatApi ?? settings.chatApi
  return checkDraft(kind, { address, secrets, stored, chatApi })
}

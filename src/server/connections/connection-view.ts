import type { Connection, ConnectionKind } from '#contract/connections.ts'
import type { ProviderKind } from '../ports/provider-kind.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { divideFields } from './header-fields.ts'
import type { ConnectionStatus } from './live-connections.ts'

export const viewKind = ({
  id,
  name,
  about,
  offers,
  group,
  address,
  secrets,
  takesHeaders,
  choosesChatApi,
  storage,
  keyUrl,
  imports,
}: ProviderKind): ConnectionKind => ({
  id,
  name,
  about,
  offers,
  group,
  secrets,
  ...(address && { address }),
  ...(takesHeaders && { takesHeaders }),
  ...(choosesChatApi && { choosesChatApi }),
  ...(storage && { storage }),
  ...(keyUrl !== undefined && { keyUrl }),
  ...(imports && { imports }),
})

export function viewConnection(
  { id, kind, name, address, source, isOn, hints, fault, settings }: ConnectionEntry,
  status: ConnectionStatus,
): Connection {
  const { modelCount, lastAnsweredAt } = status
  const { secrets, headers } = divideFields(
    Object.fromEntries(hints.map((hint) => [hint.id, hint])),
  )
  const shownHeaders = Object.entries(headers).map(([header, hint]) => ({ ...hint, id: header }))
  const problem =
    fault === undefined
      ? status.problem
      : { code: 'conflict' as const, message: fault, at: new Date().toISOString() }
  return {
    id,
    kind: kind.id,
    name,
    source,
    isOn,
    secrets: Object.values(secrets),
    ...(shownHeaders.length > 0 && { headers: shownHeaders }),
    ...(address !== undefined && { address }),
    ...(settings.chatApi !== undefined && { chatApi: settings.chatApi }),
    ...(modelCount !== undefined && { modelCount }),
    ...(lastAnsweredAt !== undefined && { lastAnsweredAt }),
    ...(problem && { problem }),
  }
}

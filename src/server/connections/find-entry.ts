import { HttpError } from '../errors/http-error.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import type { LiveConnections } from './live-connections.ts'

export function findEntry(live: Pick<LiveConnections, 'entries'>, id: string): ConnectionEntry {
  const entry = live.entries().find((known) => known.id === id)
  if (!entry) throw connectionGone()
  return entry
}

export const connectionGone = () =>
  new HttpError('not_found', 'There is no connection with this id.')

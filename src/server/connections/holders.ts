import { currentActorId } from '../store/owner-scope.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import type { LiveConnections } from './live-connections.ts'

/** Those of the server alone. */
export const ofServer = (live: LiveConnections): LiveConnections => ({
  ...live,
  entries: () => live.entries().filter(({ holder }) => holder === undefined),
})

/**
 * Whether whoever the work is done for may use a connection; the server's own work may use all.
 *
 * @param teamsOf ids of the teams that somebody is in.
 */
export const openFor =
  (teamsOf: (userId: string) => readonly string[]) =>
  ({ holder }: ConnectionEntry): boolean => {
    const userId = currentActorId()
    if (holder === undefined || userId === undefined) return true
    return 'userId' in holder ? holder.userId === userId : teamsOf(userId).includes(holder.teamId)
  }

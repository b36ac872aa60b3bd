import { currentActorId } from '../store/owner-scope.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import type { LiveConnections } from './live-connections.ts'

export const ofServer = (live: LiveConnections): LiveConnections => ({
  ...live,
  entries: () => live.entries().filter(({ holder }) => holder === undefined),
})

/**
 * Creates a function that returns whether the current person may use a connection. Background work
 * of the server may use all.
 * @param teamsOf returns the ids of a person's teams.
 */
export const openFor =
  (teamsOf: (userId: string) => readonly string[]) =>
  ({ holder }: ConnectionEntry): boolean => {
    const userId = currentActorId()
    if (holder === undefined || userId === undefined) return true
    return 'userId' in holder ? holder.userId === userId : teamsOf(userId).includes(holder.teamId)
  }

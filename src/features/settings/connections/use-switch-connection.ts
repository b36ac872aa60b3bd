import type { Connection } from '#contract/connections.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { useChangeConnection } from './queries.ts'

/**
 * Returns the connection as it will be after the change, and a function that switches it on or off.
 */
export function useSwitchConnection(connection: Connection) {
  const { id } = connection
  const change = useChangeConnection()
  const wanted = change.isPending ? change.variables.change.isOn : undefined
  return {
    connection: { ...connection, isOn: wanted ?? connection.isOn },
    turn: (isOn: boolean) =>
      change.mutate(
        { id, change: { isOn } },
        { onError: reportFailure('Could not turn it on or off') },
      ),
  }
}

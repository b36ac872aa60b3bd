import type { Connection } from '#contract/connections.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/settings.ts'
import { useChangeConnection } from './queries.ts'

export function useSwitchConnection(connection: Connection) {
  const { id } = connection
  const change = useChangeConnection()
  const wanted = change.isPending ? change.variables.change.isOn : undefined
  return {
    connection: { ...connection, isOn: wanted ?? connection.isOn },
    turn: (isOn: boolean) =>
      change.mutate(
        { id, change: { isOn } },
        { onError: reportFailure(t('Could not turn it on or off')) },
      ),
  }
}

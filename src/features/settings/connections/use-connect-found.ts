import type { Connection } from '#contract/connections.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/settings.ts'
import type { FoundService } from './found-services.tsx'
import { useCreateConnection } from './queries.ts'

/** Returns a function that connects a server found on this machine. A failure is shown. */
export function useConnectFound(onConnected: (connection: Connection) => void) {
  const { isPending, mutate } = useCreateConnection()
  const connect = ({ kind, name, address }: FoundService) =>
    mutate(
      { kind, address, secrets: {} },
      { onSuccess: onConnected, onError: reportFailure(t('Could not connect {name}', { name })) },
    )
  return { isPending, connect }
}

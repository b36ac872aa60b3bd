import { useQuery } from '@tanstack/react-query'
import { connectionsQuery, foundServicesQuery } from '#queries/connections.ts'
import type { FoundService } from './found-services.tsx'

/** Returns the servers found on this machine while nothing is connected. */
export function useFirstServices(): { found: readonly FoundService[]; isPending: boolean } {
  const list = useQuery(connectionsQuery())
  const isEmpty = list.data?.connections.length === 0
  const { data, isPending } = useQuery({ ...foundServicesQuery(), enabled: isEmpty })
  return {
    found: (isEmpty ? data?.found : undefined) ?? [],
    isPending: list.isPending || (isEmpty && isPending),
  }
}

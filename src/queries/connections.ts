import { queryOptions } from '@tanstack/react-query'
import { listConnections } from '#api/connections.ts'

/** The services that are connected, and those that can be. */
export const connectionsQuery = () =>
  queryOptions({
    queryKey: ['connections'],
    queryFn: ({ signal }) => listConnections(signal),
    staleTime: 60_000,
  })

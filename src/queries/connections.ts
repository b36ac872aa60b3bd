import { queryOptions } from '@tanstack/react-query'

/** Imported on demand, so that a first visit does not load it. */
const api = () => import('#api/connections.ts')

export const connectionsQuery = () =>
  queryOptions({
    queryKey: ['connections'],
    queryFn: async ({ signal }) => (await api()).listConnections(signal),
    staleTime: 60_000,
  })

/** Returns the query of services on the server's machine that are not connected yet. */
export const foundServicesQuery = () =>
  queryOptions({
    // This key is below that of the connections, because connecting a service changes the result.
    queryKey: [...connectionsQuery().queryKey, 'found'],
    queryFn: async ({ signal }) => (await api()).findServices(signal),
    staleTime: 10_000,
  })

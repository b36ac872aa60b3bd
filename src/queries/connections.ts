import { queryOptions } from '@tanstack/react-query'

/** Imported on demand, so that the first visit does not load this code. */
const api = () => import('#api/connections.ts')

export const connectionsQuery = () =>
  queryOptions({
    queryKey: ['connections'],
    queryFn: async ({ signal }) => (await api()).listConnections(signal),
    staleTime: 60_000,
  })

export const foundServicesQuery = () =>
  queryOptions({
    // The key extends the key of the connections, because connecting a provider changes which
    // services are found.
    queryKey: [...connectionsQuery().queryKey, 'found'],
    queryFn: async ({ signal }) => (await api()).findServices(signal),
    staleTime: 10_000,
  })

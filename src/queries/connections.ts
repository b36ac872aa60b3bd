import { queryOptions } from '@tanstack/react-query'

/** Imported on demand, so that a first visit does not load it. */
const api = () => import('#api/connections.ts')

export const connectionsQuery = () =>
  queryOptions({
    queryKey: ['connections'],
    queryFn: async ({ signal }) => (await api()).listConnections(signal),
    staleTime: 60_000,
  })

export const foundServicesQuery = () =>
  queryOptions({
    // The key starts with that of the connections, because connecting a provider changes the
    // result.
    queryKey: [...connectionsQuery().queryKey, 'found'],
    queryFn: async ({ signal }) => (await api()).findServices(signal),
    staleTime: 10_000,
  })

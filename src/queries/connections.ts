import { queryOptions } from '@tanstack/react-query'

/** Asked for where there are names to show; until then its code is not needed either. */
const api = () => import('#api/connections.ts')

/** The services that are connected, and those that can be. */
export const connectionsQuery = () =>
  queryOptions({
    queryKey: ['connections'],
    queryFn: async ({ signal }) => (await api()).listConnections(signal),
    staleTime: 60_000,
  })

/** Services that run on the server's own machine and are not connected yet. */
export const foundServicesQuery = () =>
  queryOptions({
    // Below the connections: what is connected is found no more.
    queryKey: [...connectionsQuery().queryKey, 'found'],
    queryFn: async ({ signal }) => (await api()).findServices(signal),
    staleTime: 10_000,
  })

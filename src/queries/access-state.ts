import { queryOptions } from '@tanstack/react-query'

/** Imported on demand, so that a first visit does not load it. */
const api = () => import('#api/access/access.ts')

export const accessStateQuery = () =>
  queryOptions({
    queryKey: ['access', 'state'],
    queryFn: async ({ signal }) => (await api()).readAccess(signal),
    staleTime: 0,
  })

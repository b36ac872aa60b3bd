import { queryOptions } from '@tanstack/react-query'

/** Imported on demand, so that the first visit does not load this code. */
const api = () => import('#api/access/access.ts')

export const accessStateQuery = () =>
  queryOptions({
    queryKey: ['access', 'state'],
    queryFn: async ({ signal }) => (await api()).readAccess(signal),
    staleTime: 0,
  })

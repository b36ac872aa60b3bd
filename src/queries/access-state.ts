import { queryOptions } from '@tanstack/react-query'
import { readAccess } from '#api/access/access.ts'

/** The signed-in person and how people sign in. */
export const accessStateQuery = () =>
  queryOptions({
    queryKey: ['access', 'state'],
    queryFn: ({ signal }) => readAccess(signal),
    staleTime: 0,
  })

import { queryOptions } from '@tanstack/react-query'
import { listDirectory, listTeams } from '#api/access/teams.ts'

/** Returns the query of the teams that the person can see. */
export const teamsQuery = () =>
  queryOptions({
    queryKey: ['teams'],
    queryFn: ({ signal }) => listTeams(signal),
    staleTime: 0,
  })

/** Returns the query of all people on this server. */
export const directoryQuery = () =>
  queryOptions({
    queryKey: ['directory'],
    queryFn: ({ signal }) => listDirectory(signal),
    staleTime: 0,
  })

import { queryOptions } from '@tanstack/react-query'
import { listDirectory, listTeams } from '#api/access/teams.ts'

/** Teams that whoever is signed in can see. */
export const teamsQuery = () =>
  queryOptions({
    queryKey: ['teams'],
    queryFn: ({ signal }) => listTeams(signal),
    staleTime: 0,
  })

/** Everybody on this server. */
export const directoryQuery = () =>
  queryOptions({
    queryKey: ['directory'],
    queryFn: ({ signal }) => listDirectory(signal),
    staleTime: 0,
  })

import { queryOptions } from '@tanstack/react-query'
import { listDirectory, listTeams } from '#api/access/teams.ts'

export const teamsQuery = () =>
  queryOptions({
    queryKey: ['teams'],
    queryFn: ({ signal }) => listTeams(signal),
    staleTime: 0,
  })

export const directoryQuery = () =>
  queryOptions({
    queryKey: ['directory'],
    queryFn: ({ signal }) => listDirectory(signal),
    staleTime: 0,
  })

import { queryOptions, useQuery } from '@tanstack/react-query'
import { readVoiceNames, readVoiceServices } from '#api/voice.ts'

const freshMs = 60_000

/** Query for the connections with voice models. */
export const voiceServicesQuery = queryOptions({
  queryKey: ['voice', 'services'],
  queryFn: async ({ signal }) => (await readVoiceServices(signal)).services,
  staleTime: freshMs,
})

/** Returns the query for the voices of a connection. */
export const voiceNamesQuery = (id: string) =>
  queryOptions({
    queryKey: ['voice', 'names', id],
    queryFn: async ({ signal }) => (await readVoiceNames(id, signal)).voices,
    staleTime: freshMs,
  })

export const useVoiceServices = () => useQuery(voiceServicesQuery)

/** @param id of the connection. An empty id disables the request. */
export const useVoiceNames = (id: string) =>
  useQuery({ ...voiceNamesQuery(id), enabled: id !== '' })

import { queryOptions } from '@tanstack/react-query'
import { listDownloads, listStoredModels } from '#api/models/stored-models.ts'
import { connectionsQuery } from './connections.ts'

/** Models on their way to the disks of connected servers. */
export const downloadsQuery = () =>
  queryOptions({
    queryKey: ['downloads'],
    queryFn: ({ signal }) => listDownloads(signal),
    staleTime: 60_000,
  })

/** What a connected server has on its disk, and of it in memory. */
export const storedModelsQuery = (connectionId: string) =>
  queryOptions({
    // Below the connections, which are told to have changed whenever these have.
    queryKey: [...connectionsQuery().queryKey, 'stored', connectionId],
    queryFn: ({ signal }) => listStoredModels(connectionId, signal),
    // What is in memory goes by itself.
    staleTime: 5_000,
    refetchInterval: 30_000,
  })

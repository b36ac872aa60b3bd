import { queryOptions } from '@tanstack/react-query'
import { listDownloads, listStoredModels } from '#api/models/stored-models.ts'
import { connectionsQuery } from './connections.ts'

export const downloadsQuery = () =>
  queryOptions({
    queryKey: ['downloads'],
    queryFn: ({ signal }) => listDownloads(signal),
    staleTime: 60_000,
  })

export const storedModelsQuery = (connectionId: string) =>
  queryOptions({
    // The key starts with that of the connections, because the same changes affect both.
    queryKey: [...connectionsQuery().queryKey, 'stored', connectionId],
    queryFn: ({ signal }) => listStoredModels(connectionId, signal),
    // Models leave the server's memory without a notification.
    staleTime: 5_000,
    refetchInterval: 30_000,
  })

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
    // The key extends the key of the connections, because the same changes affect both.
    queryKey: [...connectionsQuery().queryKey, 'stored', connectionId],
    queryFn: ({ signal }) => listStoredModels(connectionId, signal),
    // Milliseconds. A model server unloads models without a notification, so the list is soon out
    // of date.
    staleTime: 5_000,
    refetchInterval: 30_000,
  })

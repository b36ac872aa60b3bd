import { useMutation, type QueryClient } from '@tanstack/react-query'
import {
  deleteStoredModel,
  removeDownload,
  startModelDownload,
  unloadModel,
} from '#api/models/stored-models.ts'
import { modelsQuery } from '#queries/models.ts'
import { downloadsQuery, storedModelsQuery } from '#queries/stored-models.ts'
import { withClient } from '#queries/with-client.ts'

type ModelOf = { connectionId: string; model: string }

export const useStartDownload = () =>
  useMutation({
    mutationFn: ({ connectionId, model }: ModelOf) => startModelDownload(connectionId, model),
    onSuccess: withClient(refreshDownloads),
  })

export const useRemoveDownload = () =>
  useMutation({ mutationFn: removeDownload, onSuccess: withClient(refreshDownloads) })

export const useUnloadModel = () =>
  useMutation({
    mutationFn: ({ connectionId, model }: ModelOf) => unloadModel(connectionId, model),
    onSuccess: withClient(refreshStored),
  })

export const useDeleteStoredModel = () =>
  useMutation({
    mutationFn: ({ connectionId, model }: ModelOf) => deleteStoredModel(connectionId, model),
    onSuccess: withClient(refreshStored),
  })

const refreshDownloads = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: downloadsQuery().queryKey })

function refreshStored(client: QueryClient, _: void, { connectionId }: ModelOf) {
  void client.invalidateQueries({ queryKey: modelsQuery().queryKey })
  return client.invalidateQueries({ queryKey: storedModelsQuery(connectionId).queryKey })
}

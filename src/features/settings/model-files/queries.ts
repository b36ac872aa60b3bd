import { queryOptions, useMutation, type QueryClient } from '@tanstack/react-query'
import { addModelFile, listModelFiles, removeModelFile } from '#api/models/model-settings.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'

export const modelFileQueries = {
  files: () =>
    queryOptions({
      queryKey: ['model-files'],
      queryFn: ({ signal }) => listModelFiles(signal),
      // An admin may also change files on the disk, so the list is always stale.
      staleTime: 0,
    }),
}

export const useAddModelFile = () =>
  useMutation({
    mutationFn: addModelFile,
    onSuccess: withClient(refresh),
  })

export const useRemoveModelFile = () =>
  useMutation({
    mutationFn: removeModelFile,
    onSuccess: withClient(refresh),
  })

async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: modelFileQueries.files().queryKey }),
    client.invalidateQueries({ queryKey: modelsQuery().queryKey }),
  ])
}

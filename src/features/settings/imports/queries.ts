import { queryOptions, useMutation, type QueryClient } from '@tanstack/react-query'
import {
  compareImport,
  createImport,
  listImports,
  readImport,
  refreshImport,
  removeImport,
} from '#api/models/model-imports.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'

export const importsQuery = () =>
  queryOptions({
    queryKey: ['model-imports'],
    queryFn: ({ signal }) => listImports(signal),
    // Deleting a connection also deletes its imports, so the list is always stale.
    staleTime: 0,
  })

export const useReadImport = () => useMutation({ mutationFn: readImport })

export const useCreateImport = () =>
  useMutation({ mutationFn: createImport, onSuccess: withClient(settle) })

export const useCompareImport = () => useMutation({ mutationFn: compareImport })

export const useRefreshImport = () =>
  useMutation({ mutationFn: refreshImport, onSuccess: withClient(settle) })

export const useRemoveImport = () =>
  useMutation({ mutationFn: removeImport, onSuccess: withClient(settle) })

async function settle(client: QueryClient): Promise<void> {
  // Do not wait for the list of models, because a provider may not respond.
  void client.invalidateQueries({ queryKey: modelsQuery().queryKey })
  await client.invalidateQueries({ queryKey: importsQuery().queryKey })
}

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
    // Goes with a connection that is deleted.
    staleTime: 0,
  })

export const useReadImport = () => useMutation({ mutationFn: readImport })

export const useCreateImport = () =>
  useMutation({ mutationFn: createImport, onSuccess: withClient(settle) })

/** What is new about a model; asked for by a person. */
export const useCompareImport = () => useMutation({ mutationFn: compareImport })

export const useRefreshImport = () =>
  useMutation({ mutationFn: refreshImport, onSuccess: withClient(settle) })

export const useRemoveImport = () =>
  useMutation({ mutationFn: removeImport, onSuccess: withClient(settle) })

async function settle(client: QueryClient): Promise<void> {
  // Services that do not answer must not keep this list from being shown.
  void client.invalidateQueries({ queryKey: modelsQuery().queryKey })
  await client.invalidateQueries({ queryKey: importsQuery().queryKey })
}

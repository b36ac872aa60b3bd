import { queryOptions } from '@tanstack/react-query'
import { listModels, listConnectionModels, type ModelsOf } from '#api/models/models.ts'
import type { Model3d, ModelList } from '#contract/models.ts'

export const modelsQuery = () =>
  queryOptions({
    queryKey: ['models'],
    queryFn: ({ signal }) => listModels(signal),
    staleTime: 60_000,
  })

/**
 * Returns the query for all models of a connection, including disabled models. The key extends the
 * key of all models, because the same changes affect both.
 */
export const modelsOfQuery = (connection: ModelsOf) =>
  queryOptions({
    queryKey: [...modelsQuery().queryKey, 'of', connection.id],
    queryFn: ({ signal }) => listConnectionModels(connection, signal),
    staleTime: 10_000,
  })

export const models3d = ({ models }: ModelList): Model3d[] =>
  models.filter((model) => model.kind === '3d')

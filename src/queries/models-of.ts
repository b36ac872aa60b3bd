import { queryOptions } from '@tanstack/react-query'
import { listConnectionModels, type ModelsOf } from '#api/models/model-settings.ts'
import { modelsQuery } from './models.ts'

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

import { queryOptions } from '@tanstack/react-query'
import { listModels, listModelsOf } from '#api/models/models.ts'
import type { Model3d, ModelList } from '#contract/models.ts'

/** Every model that can be used now, for chat and for 3D: one list, fetched once. */
export const modelsQuery = () =>
  queryOptions({
    queryKey: ['models'],
    queryFn: ({ signal }) => listModels(signal),
    staleTime: 60_000,
  })

/** All models of a connection, on or off. It lies below the list of all: what changes that one changes it. */
export const modelsOfQuery = (connection: string) =>
  queryOptions({
    queryKey: [...modelsQuery().queryKey, 'of', connection],
    queryFn: ({ signal }) => listModelsOf(connection, signal),
    staleTime: 10_000,
  })

export const models3d = ({ models }: ModelList): Model3d[] =>
  models.filter((model) => model.kind === '3d')

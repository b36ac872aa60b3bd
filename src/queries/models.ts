import { queryOptions } from '@tanstack/react-query'
import { listModels } from '#api/models/models.ts'
import type { Model3d, ModelList } from '#contract/models.ts'

export const modelsQuery = () =>
  queryOptions({
    queryKey: ['models'],
    queryFn: ({ signal }) => listModels(signal),
    staleTime: 60_000,
  })

export const models3d = ({ models }: ModelList): Model3d[] =>
  models.filter((model) => model.kind === '3d')

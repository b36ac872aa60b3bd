import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readUsualTimes } from '#api/tasks.ts'
import type { Model3d } from '#contract/models.ts'
import { models3d, modelsQuery } from '#queries/models.ts'
import { usualOf, type Usual } from './task-eta.ts'

const noModels: readonly Model3d[] = []
const noTimes = { models: [] }

/** To be read again whenever a task is completed. */
export const usualTimesQuery = () =>
  queryOptions({
    queryKey: ['usual-times'],
    queryFn: ({ signal }) => readUsualTimes(signal),
    staleTime: 5 * 60_000,
  })

/** How long tasks take here. While nothing is known yet it says so, and never fails. */
export function useUsual(): Usual {
  const { data: times = noTimes } = useQuery(usualTimesQuery())
  const { data: models = noModels } = useQuery({ ...modelsQuery(), select: models3d })
  return useMemo(() => usualOf(times.models, models), [times, models])
}

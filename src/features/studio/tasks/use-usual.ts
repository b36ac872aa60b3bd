import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readUsualTimes } from '#api/tasks.ts'
import type { Model3d } from '#contract/models.ts'
import { models3d, modelsQuery } from '#queries/models.ts'
import { useLoadedCode } from '#ui/layout/use-loaded-code.ts'
import type { Usual } from './task-eta.ts'

const loadUsualOf = async () => (await import('./task-eta.ts')).usualOf
/** Before anything has been measured here, or the code has come that reads it. */
const nothingKnown: Usual = { totalMs: () => undefined, leftMs: () => undefined }

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
  const usualOf = useLoadedCode(loadUsualOf)
  const { data: models = noModels } = useQuery({ ...modelsQuery(), select: models3d })
  return useMemo(() => usualOf?.(times.models, models) ?? nothingKnown, [usualOf, times, models])
}

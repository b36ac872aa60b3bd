import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readUsualTimes } from '#api/tasks.ts'
import type { Model3d } from '#contract/models.ts'
import { models3d, modelsQuery } from '#queries/models.ts'
import { useLoadedCode } from '#ui/layout/use-loaded-code.ts'
import type { DurationEstimates } from './task-eta.ts'

const loadEstimates = async () => (await import('./task-eta.ts')).createDurationEstimates
const nothingKnown: DurationEstimates = {
  totalMs: () => undefined,
  rangeMs: () => undefined,
  leftMs: () => undefined,
  stageNames: () => [],
}

const noModels: readonly Model3d[] = []
const noTimes = { models: [] }

/** Returns the query for measured durations. Invalidate this query when a task completes. */
export const usualTimesQuery = () =>
  queryOptions({
    queryKey: ['usual-times'],
    queryFn: ({ signal }) => readUsualTimes(signal),
    staleTime: 5 * 60_000,
  })

export function useDurationEstimates(): DurationEstimates {
  const { data: times = noTimes } = useQuery(usualTimesQuery())
  const estimate = useLoadedCode(loadEstimates)
  const { data: models = noModels } = useQuery({ ...modelsQuery(), select: models3d })
  return useMemo(() => estimate?.(times.models, models) ?? nothingKnown, [estimate, times, models])
}

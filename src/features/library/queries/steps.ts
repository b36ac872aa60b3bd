import { queryOptions, useMutation } from '@tanstack/react-query'
import { createTask, listSteps } from '#api/tasks.ts'
import { assetQuery } from '#queries/assets.ts'

export const stepsQuery = (assetId: string) =>
  queryOptions({
    queryKey: [...assetQuery(assetId).queryKey, 'steps'],
    queryFn: async ({ signal }) => (await listSteps(assetId, signal)).steps,
    // Refresh the steps regularly, because they depend on whether the asset's connection still
    // exists.
    staleTime: 30_000,
  })

/**
 * Starts a follow-up step. Never retried automatically; the id is created once per dialog, so that
 * repeating the request pays for nothing twice.
 */
export const useStartStep = () =>
  useMutation({ mutationFn: (task: Parameters<typeof createTask>[0]) => createTask(task) })

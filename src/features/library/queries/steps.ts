import { queryOptions, useMutation } from '@tanstack/react-query'
import { createTask, listSteps } from '#api/tasks.ts'
import { assetQuery } from '#queries/assets.ts'

export const stepsQuery = (assetId: string) =>
  queryOptions({
    queryKey: [...assetQuery(assetId).queryKey, 'steps'],
    queryFn: async ({ signal }) => (await listSteps(assetId, signal)).steps,
    // The steps depend on a connection, which may have been deleted meanwhile.
    staleTime: 30_000,
  })

/**
 * Starts a follow-up step. Never retried automatically. The id is created once per dialog, so that
 * a repeated request costs nothing.
 */
export const useStartStep = () =>
  useMutation({ mutationFn: (task: Parameters<typeof createTask>[0]) => createTask(task) })

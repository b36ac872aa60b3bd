import { queryOptions, useMutation } from '@tanstack/react-query'
import { createTask, listSteps } from '#api/tasks.ts'
import { assetQuery } from '#queries/assets.ts'

export const stepsQuery = (assetId: string) =>
  queryOptions({
    queryKey: [...assetQuery(assetId).queryKey, 'steps'],
    queryFn: async ({ signal }) => (await listSteps(assetId, signal)).steps,
    // The steps depend on a connection, which may be deleted at any time.
    staleTime: 30_000,
  })

/**
 * Starts a follow-up step. The caller sends the same id for a retry, so that a retry costs nothing.
 */
export const useStartStep = () =>
  useMutation({ mutationFn: (task: Parameters<typeof createTask>[0]) => createTask(task) })

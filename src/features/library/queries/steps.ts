import { queryOptions, useMutation } from '@tanstack/react-query'
import { createTask, listSteps } from '#api/tasks.ts'
import { assetQuery } from '#queries/assets.ts'

/** The follow-up steps of an asset. */
export const stepsQuery = (assetId: string) =>
  queryOptions({
    queryKey: [...assetQuery(assetId).queryKey, 'steps'],
    queryFn: async ({ signal }) => (await listSteps(assetId, signal)).steps,
    // They come and go with the connection that made it.
    staleTime: 30_000,
  })

/** Never tried again by itself: the same id, made once for a dialog, buys nothing twice. */
export const useStartStep = () =>
  useMutation({ mutationFn: (task: Parameters<typeof createTask>[0]) => createTask(task) })

import { useMutation } from '@tanstack/react-query'
import { makeVersion } from '#api/library.ts'
import type { ChangeStep } from '#contract/change-model.ts'
import { assetsKey } from '#queries/assets.ts'
import { withClient } from '#queries/with-client.ts'

type VersionWish = { sourceId: string; id: string; steps: ChangeStep[]; signal: AbortSignal }

export const useMakeVersion = () =>
  useMutation({
    mutationFn: ({ sourceId, id, steps, signal }: VersionWish) =>
      makeVersion(sourceId, { id, steps }, signal),
    onSuccess: withClient((client) => client.invalidateQueries({ queryKey: assetsKey })),
  })

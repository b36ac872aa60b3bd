import { useQuery } from '@tanstack/react-query'
import type { Measure } from '#contract/spending.ts'

/** Limits are read again this often while somebody is at work. */
const freshMs = 30_000

type Concern = {
  /** What is about to be used. */
  measures: readonly Measure[]
  modelId: string | undefined
  /** Whether anything is about to be used at all; nothing is asked before. */
  isWanted: boolean
}

/** A sentence when a limit on what somebody is about to use is nearly, or quite, used up. */
export function useLimitWarning({ measures, modelId, isWanted }: Concern): string | undefined {
  const { data } = useQuery({
    queryKey: ['limits', 'own'],
    queryFn: async ({ signal }) => {
      // Loaded here, so that no first visit waits for it.
      const [{ readOwnLimits }, { limitWarning }] = await Promise.all([
        import('#api/spending.ts'),
        import('./limit-words.ts'),
      ])
      const { limits } = await readOwnLimits(signal)
      return { limits, limitWarning }
    },
    enabled: isWanted,
    staleTime: freshMs,
    refetchInterval: ({ state }) => (state.data && state.data.limits.length > 0 ? freshMs : false),
    structuralSharing: false,
    retry: false,
  })
  if (!isWanted || !data) return undefined
  return data.limitWarning(
    data.limits.filter(
      ({ measure, scope, subject }) =>
        measures.includes(measure) && (scope !== 'model' || subject === modelId),
    ),
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Measure } from '#contract/spending.ts'

/** Milliseconds for which limits are cached while the user works. */
const freshMs = 30_000

type Concern = {
  measures: readonly Measure[]
  modelId: string | undefined
  /** True if the user will probably send a request soon. Limits are fetched only then. */
  isWanted: boolean
}

/** Returns a warning if a limit that applies to the next request is nearly or completely used. */
export function useLimitWarning({ measures, modelId, isWanted }: Concern): string | undefined {
  const { data } = useQuery({
    queryKey: ['limits', 'own'],
    queryFn: async ({ signal }) => {
      // Imported on demand, so that the first visit does not load this code.
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

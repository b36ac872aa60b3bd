import { use, useCallback } from 'react'
import { useLatest } from '#ui/actions/use-latest.ts'
import { GrowthContext } from '../extras/growth.ts'

/**
 * Returns a stable function that calls `read`. Before the call, it renders through React any text
 * that was appended to the DOM directly.
 */
export function useWhole<T>(read: () => T): () => T {
  const growth = use(GrowthContext)
  const latest = useLatest({ read })
  return useCallback(() => {
    growth.catchUp()
    return latest.read()
  }, [growth, latest])
}

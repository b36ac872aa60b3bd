import { use, useCallback } from 'react'
import { useLatest } from '#ui/actions/use-latest.ts'
import { GrowthContext } from '../extras/growth.ts'

/** Calls `read` once React has rendered every word on the page. The returned function is stable. */
export function useWhole<T>(read: () => T): () => T {
  const growth = use(GrowthContext)
  const latest = useLatest({ read })
  return useCallback(() => {
    growth.catchUp()
    return latest.read()
  }, [growth, latest])
}

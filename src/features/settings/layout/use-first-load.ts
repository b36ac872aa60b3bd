import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Milliseconds without a pending first request after which a page counts as loaded. */
const quietMs = 40
/** Milliseconds after which a page is shown even if something is still loading. */
const waitMsMax = 1_000

/**
 * Returns false until the data of a page is loaded for the first time, so that its sections appear
 * together and do not push each other down.
 */
export function useFirstLoad(): boolean {
  const client = useQueryClient()
  const [isReady, setIsReady] = useState(false)

  useEffect(() => {
    if (isReady) return
    const show = () => setIsReady(true)
    const latest = setTimeout(show, waitMsMax)
    let quiet: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      clearTimeout(quiet)
      const pending = client.isFetching({ predicate: ({ state }) => state.data === undefined })
      if (pending === 0) quiet = setTimeout(show, quietMs)
    }
    check()
    const stop = client.getQueryCache().subscribe(check)
    return () => {
      clearTimeout(latest)
      clearTimeout(quiet)
      stop()
    }
  }, [client, isReady])

  return isReady
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadCode } from '#ui/layout/loaded-code.ts'

/** A page counts as loaded after this many milliseconds without a pending request. */
const quietMs = 80
/** A page becomes visible after at most this many milliseconds. */
const waitMsMax = 1_200

/**
 * Returns false until a page's code and data are loaded for the first time. The sections can then
 * appear together.
 */
export function useFirstLoad(load: () => Promise<unknown>): boolean {
  const client = useQueryClient()
  const [isReady, setIsReady] = useState(false)

  useEffect(() => {
    if (isReady) return
    const show = () => setIsReady(true)
    const latest = setTimeout(show, waitMsMax)
    let quiet: ReturnType<typeof setTimeout> | undefined
    let isCodeLoaded = false
    const check = () => {
      clearTimeout(quiet)
      const pending = client.isFetching({ predicate: ({ state }) => state.data === undefined })
      if (pending === 0 && isCodeLoaded) quiet = setTimeout(show, quietMs)
    }
    const stop = client.getQueryCache().subscribe(check)
    loadCode(load)
      .then(() => {
        isCodeLoaded = true
        check()
      })
      // After a failure, `Loaded` loads the code again and shows the error.
      .catch(show)
    return () => {
      clearTimeout(latest)
      clearTimeout(quiet)
      stop()
    }
  }, [client, isReady, load])

  return isReady
}

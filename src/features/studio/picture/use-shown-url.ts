import { useEffect, useState } from 'react'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { findWaitingId } from '../state/waiting-url.ts'

const loadShowing = () => import('./show-kept-file.ts')

/**
 * Returns the address with which the page shows a picture: that of a file in this browser if the
 * picture waits for the server. Undefined until the file is read.
 */
export function useShownUrl(url: string): string | undefined {
  const id = findWaitingId(url)
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (id === undefined) return undefined
    const stop = new AbortController()
    void loadCode(loadShowing).then((code) => code.showKeptFile(id, setShown, stop.signal))
    return () => stop.abort()
  }, [id])
  return id === undefined ? url : shown
}

import { useEffect, useState } from 'react'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { findWaitingId } from '../state/waiting-url.ts'

const loadWaiting = () => import('../state/waiting-pictures.ts')

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
    const show = async () => {
      const file = await (await loadCode(loadWaiting)).readKeptFile(id)
      if (!file || stop.signal.aborted) return
      const fileUrl = URL.createObjectURL(file)
      stop.signal.addEventListener('abort', () => URL.revokeObjectURL(fileUrl))
      setShown(fileUrl)
    }
    show().catch((error: unknown) => console.warn('The picture cannot be shown.', error))
    return () => stop.abort()
  }, [id])
  return id === undefined ? url : shown
}

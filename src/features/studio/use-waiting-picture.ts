import { useEffect } from 'react'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { useStudio } from './state/store.ts'
import { loadWaitingCode } from './task-batch/load-waiting-code.ts'
import { findWaitingId } from './state/waiting-url.ts'

/** Uploads the main picture if it was chosen offline, as soon as the server can be reached. */
export function useWaitingPicture(): void {
  const id = useStudio(({ picture }) => findWaitingId(picture?.url))
  useEffect(() => {
    if (id === undefined) return undefined
    const stop = new AbortController()
    void loadCode(loadWaitingCode).then((code) => code.sendMainPicture(id, stop.signal))
    return () => stop.abort()
  }, [id])
}

import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * Handles `/?shared`: uses the files that another app has shared with the installed app, and
 * removes the query parameter.
 */
export function useSharedFiles(
  isActive: boolean,
  onFiles: (files: readonly File[]) => Promise<void>,
): void {
  const params = new URLSearchParams(useSearch())
  const isShared = params.has('shared')
  const isMissed = params.has('share-again')
  const [path, navigate] = useLocation()
  const take = useEffectEvent(() => {
    navigate(path, { replace: true })
    return import('./pass-shared-files.ts').then((code) => code.passSharedFiles(isMissed, onFiles))
  })
  useEffect(() => {
    if (isActive && path === '/' && (isShared || isMissed)) void take()
  }, [isActive, path, isShared, isMissed])
}

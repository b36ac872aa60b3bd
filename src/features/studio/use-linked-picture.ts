import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import type { StudioPicture } from './state/picture.ts'

/**
 * Handles `?picture=`, a link to a stored picture, for example from a chat. Uses the picture and
 * removes the query parameter.
 */
export function useLinkedPicture(
  isActive: boolean,
  onPicture: (picture: StudioPicture) => Promise<void>,
): void {
  const id = new URLSearchParams(useSearch()).get('picture')
  const [path, navigate] = useLocation()
  const take = useEffectEvent((wanted: string) => {
    navigate(path, { replace: true })
    const found = import('./find-stored-picture.ts').then((code) => code.findStoredPicture(wanted))
    found.then(onPicture).catch(reportFailure('Could not load the picture'))
  })
  useEffect(() => {
    if (isActive && path === '/' && id !== null) take(id)
  }, [isActive, path, id])
}

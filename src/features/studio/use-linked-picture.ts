import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { explain } from '#api/http/errors.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import type { Picture } from './state/picture.ts'

/** Takes the stored picture that `?picture=` names, once: the chat leads here with one of its own. */
export function useLinkedPicture(
  isActive: boolean,
  onPicture: (picture: Picture) => Promise<void>,
): void {
  const id = new URLSearchParams(useSearch()).get('picture')
  const [path, navigate] = useLocation()
  const take = useEffectEvent((wanted: string) => {
    navigate(path, { replace: true })
    const found = import('./find-stored-picture.ts').then((code) => code.findStoredPicture(wanted))
    found
      .then(onPicture)
      .catch((error: unknown) =>
        showToast({ title: 'Could not load the picture', detail: explain(error), kind: 'error' }),
      )
  })
  useEffect(() => {
    if (isActive && path === '/' && id !== null) take(id)
  }, [isActive, path, id])
}

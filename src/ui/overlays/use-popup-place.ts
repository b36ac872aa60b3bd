import { useCallback, useRef } from 'react'

/**
 * Returns the element in which a popup is rendered: the landmark around its button, so that screen
 * reader users find it there. Without a landmark, as in a dialog, Base UI's default applies.
 */
export function usePopupPlace() {
  const place = useRef<HTMLElement>(null)
  const noteTrigger = useCallback((trigger: HTMLElement | null) => {
    place.current = trigger?.closest('main') ?? null
  }, [])
  return { place, noteTrigger }
}

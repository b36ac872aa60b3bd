import { useCallback, useRef } from 'react'

/**
 * Returns a ref to the container for a popup: the landmark around its button, so that screen reader
 * users find the popup there. Without a landmark, as in a dialog, Base UI's default applies.
 */
export function usePopupPlace() {
  const place = useRef<HTMLElement>(null)
  const noteTrigger = useCallback((trigger: HTMLElement | null) => {
    place.current = trigger?.closest('main') ?? null
  }, [])
  return { place, noteTrigger }
}

import { useCallback, useRef } from 'react'

/**
 * Returns the container of a popup: the landmark of its trigger, so that screen reader users find
 * it there. Without a landmark, as in a dialog, Base UI's default applies.
 */
export function usePopupPlace() {
  const place = useRef<HTMLElement>(null)
  const noteTrigger = useCallback((trigger: HTMLElement | null) => {
    place.current = trigger?.closest('main') ?? null
  }, [])
  return { place, noteTrigger }
}

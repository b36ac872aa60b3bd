import { useCallback, useRef } from 'react'

/**
 * Returns a ref to the container for a popup: the landmark around its button, so that screen reader
 * users find the popup there. Without a landmark, as in a dialog, Base UI's default applies.
 * The ref also gives its button the focus of the stand-in that the button has replaced.
 */
export function usePopupPlace() {
  const place = useRef<HTMLElement>(null)
  const noteTrigger = useCallback((trigger: HTMLElement | null) => {
    place.current = trigger?.closest('main') ?? null
    // Without the focus, dialogs that the menu opens could not return the focus here.
    if (document.activeElement === document.body) trigger?.focus()
  }, [])
  return { place, noteTrigger }
}

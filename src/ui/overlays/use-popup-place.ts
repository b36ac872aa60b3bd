import { useCallback, useRef } from 'react'

/**
 * Returns the container for a popup: the landmark around its button, so that screen reader users find the popup there.
 * Undefined without a landmark, for the default of Base UI.
 */
export function usePopupPlace() {
  const place = useRef<HTMLElement>(null)
  const noteTrigger = useCallback((trigger: HTMLElement | null) => {
    place.current = trigger?.closest('main') ?? null
  }, [])
  return { place, noteTrigger }
}

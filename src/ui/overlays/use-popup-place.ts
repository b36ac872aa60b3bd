import { useCallback, useRef } from 'react'

/**
 * Where a popup lies in the page: in the landmark of its trigger, so that who goes from landmark to landmark finds it. Where
 * there is none, as in a dialog, it lies where Base UI puts it.
 */
export function usePopupPlace() {
  const place = useRef<HTMLElement>(null)
  /** The ref of the popup's trigger. */
  const noteTrigger = useCallback((trigger: HTMLElement | null) => {
    place.current = trigger?.closest('main') ?? null
  }, [])
  return { place, noteTrigger }
}

import { useRef, type FocusEvent, type KeyboardEvent } from 'react'

/**
 * Returns props for the popup of a search. Restores the previous focus after closing, unless the
 * user has moved the focus. Base UI records the previous focus too late.
 */
export function useSearchFocus() {
  const popup = useRef<HTMLElement>(undefined)
  const opener = useRef<HTMLElement>(undefined)
  const isElsewhere = () => {
    const { activeElement, body } = document
    return activeElement !== body && popup.current?.contains(activeElement) === false
  }
  return {
    onKeyDown: keepTabInside,
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      popup.current = currentTarget
      if (relatedTarget instanceof HTMLElement) opener.current ??= relatedTarget
    },
    finalFocus: () => {
      if (isElsewhere()) return false
      return opener.current?.isConnected === true ? opener.current : true
    },
  }
}

const tabStops = 'input, button:not(:disabled), a[href]'

/**
 * Moves the focus from the last element of a dialog to the first, and back. The guard of Base UI
 * lets the focus leave a dialog whose field has the attribute `autofocus`.
 */
function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(tabStops)].filter(
    ({ tabIndex, offsetParent }) => tabIndex >= 0 && offsetParent !== null,
  )
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

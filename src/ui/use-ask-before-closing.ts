import { useEffect } from 'react'

let pausedUntilMs = 0
/** Long enough for a browser to pass a link to another program. */
const pauseMs = 1_000

/**
 * Pauses the question for a link that opens another program. Browsers ask before such a link, too,
 * although the page stays open.
 */
export function pauseAskingBeforeClosing(): void {
  pausedUntilMs = performance.now() + pauseMs
}

/** Makes the browser ask before it closes or reloads the page, while `isOn` is true. */
export function useAskBeforeClosing(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const listening = new AbortController()
    const ask = (event: Event) => {
      if (performance.now() >= pausedUntilMs) event.preventDefault()
    }
    addEventListener('beforeunload', ask, { signal: listening.signal })
    return () => listening.abort()
  }, [isOn])
}

import { useEffect } from 'react'

/** Makes the browser ask before it closes or reloads the page, while `isOn` is true. */
export function useAskBeforeClosing(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const listening = new AbortController()
    addEventListener('beforeunload', (event) => event.preventDefault(), {
      signal: listening.signal,
    })
    return () => listening.abort()
  }, [isOn])
}

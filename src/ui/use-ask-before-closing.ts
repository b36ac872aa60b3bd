import { useEffect } from 'react'

/** While `isOn`, the browser asks before it closes or reloads the page. */
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

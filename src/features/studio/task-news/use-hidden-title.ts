import { useEffect, useState } from 'react'

/** Sets the page's title while the page is hidden, and restores the title afterwards. */
export function useHiddenTitle(text: string | undefined): void {
  const [isHidden, setIsHidden] = useState(() => document.hidden)

  useEffect(() => {
    const changed = () => setIsHidden(document.hidden)
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])

  const shown = isHidden ? text : undefined
  const isShown = shown !== undefined
  useEffect(() => {
    if (!isShown) return undefined
    const before = document.title
    return () => {
      document.title = before
    }
  }, [isShown])
  useEffect(() => {
    if (shown !== undefined) document.title = shown
  }, [shown])
}

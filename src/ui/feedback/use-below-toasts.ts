import { useEffect, type RefObject } from 'react'

/** Keeps toasts above an element at the foot of the page while it is shown: they must not cover its buttons. */
export function useBelowToasts(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement
    if (!element.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = entry?.borderBoxSize[0]?.blockSize ?? 0
      root.style.setProperty('--toasts-above', `${Math.round(heightPx)}px`)
    })
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--toasts-above')
    }
  }, [element])
}

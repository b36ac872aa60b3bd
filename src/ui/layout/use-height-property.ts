import { useEffect, type RefObject } from 'react'

type HeightProperty = {
  name: string
  on: (element: HTMLElement) => HTMLElement | null
}

/**
 * Sets a CSS custom property to the height of an element in pixels, including its padding, while
 * the element is mounted.
 */
export function useHeightProperty(
  element: RefObject<HTMLElement | null>,
  { name, on }: HeightProperty,
): void {
  useEffect(() => {
    const holder = element.current && on(element.current)
    if (!element.current || !holder || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = entry?.borderBoxSize[0]?.blockSize ?? 0
      holder.style.setProperty(name, `${Math.round(heightPx)}px`)
    })
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      holder.style.removeProperty(name)
    }
  }, [element, name, on])
}

import { useEffect, type RefObject } from 'react'

type HeightProperty = {
  /** Of the custom property, as `--toasts-above`. */
  name: string
  /** The element that gets the property; it is used below that. */
  on: (element: HTMLElement) => HTMLElement | null
}

/** Tells styles how high an element is while it is there, in pixels with its padding, so that others keep clear of it. */
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

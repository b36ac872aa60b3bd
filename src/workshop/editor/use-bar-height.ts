import { useCallback, useState } from 'react'

/** Height of a toolbar in one row with its margins, in pixels. */
const usualPx = 56
/** A toolbar with many rows must not push the model out of a small stage. */
const heightMaxPx = 96

/** Measures the height that a toolbar and its margins cover at the top, in pixels. */
export function useBarHeight() {
  const [heightPx, setHeightPx] = useState(usualPx)
  const barRef = useCallback((bar: HTMLElement | null) => {
    if (!bar || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() =>
      setHeightPx(Math.min(heightMaxPx, bar.offsetHeight + 20)),
    )
    observer.observe(bar)
    return () => observer.disconnect()
  }, [])
  return { heightPx, barRef }
}

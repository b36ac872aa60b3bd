import { useCallback, useState } from 'react'

const usualPx = 56
/** Maximum height in CSS pixels, so that a toolbar with many rows leaves space for the model. */
const heightMaxPx = 96

/** Marks the toolbar with `data-words` if the words of its tools fit on one line. */
function markWords(bar: HTMLElement): void {
  bar.dataset['words'] = bar.dataset['measured'] = ''
  if (bar.scrollWidth > bar.clientWidth) delete bar.dataset['words']
  delete bar.dataset['measured']
}

/** Measures the height that a toolbar and its margins cover at the top, in CSS pixels. */
export function useBarHeight() {
  const [heightPx, setHeightPx] = useState(usualPx)
  const barRef = useCallback((bar: HTMLElement | null) => {
    if (!bar || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => {
      markWords(bar)
      setHeightPx(Math.min(heightMaxPx, bar.offsetHeight + 20))
    })
    observer.observe(bar)
    return () => observer.disconnect()
  }, [])
  return { heightPx, barRef }
}

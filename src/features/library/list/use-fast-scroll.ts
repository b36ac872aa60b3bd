import { useEffect, useEffectEvent, useState } from 'react'

/** Speed above which pictures cannot be recognised: about three screens per second. */
const fastPxPerMs = 3
/** Milliseconds after the last fast movement until scrolling counts as ended. */
const restMs = 120

/**
 * Returns whether the list scrolls too fast for pictures to be recognised.
 * @param offset returns the scroll position without forcing a layout.
 */
export function useFastScroll(scroller: Element | null, offset: () => number): boolean {
  const [isFast, setIsFast] = useState(false)
  const offsetNow = useEffectEvent(offset)
  useEffect(() => {
    if (!scroller) return undefined
    let last = { offset: offsetNow(), atMs: performance.now() }
    let rest: ReturnType<typeof setTimeout> | undefined
    const scrolled = () => {
      const now = { offset: offsetNow(), atMs: performance.now() }
      const tookMs = now.atMs - last.atMs
      const pace = Math.abs(now.offset - last.offset) / Math.max(1, tookMs)
      last = now
      // Ignore a single jump after a pause, because the user wants to see its target.
      if (pace < fastPxPerMs || tookMs > restMs) return
      setIsFast(true)
      clearTimeout(rest)
      rest = setTimeout(() => setIsFast(false), restMs)
    }
    scroller.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      scroller.removeEventListener('scroll', scrolled)
      clearTimeout(rest)
    }
  }, [scroller])
  return isFast
}

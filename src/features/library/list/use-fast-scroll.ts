import { useEffect, useEffectEvent, useState } from 'react'

/** At a higher speed, pictures cannot be recognised: three screens per second. */
const fastPxPerMs = 3
/** Scrolling has ended this many milliseconds after the last fast movement. */
const restMs = 120

/**
 * Returns whether the list scrolls too fast for pictures to be recognised.
 * @param scroller the scroll container.
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
      // After a pause, a single jump leads to a position that the user wants to see.
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

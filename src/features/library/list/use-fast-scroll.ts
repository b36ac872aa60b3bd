import { useEffect, useEffectEvent, useState } from 'react'

/** Nobody sees a picture that passes by this quickly: three screens a second. */
const fastPxPerMs = 3
/** So long after the last quick move what is in view is looked at. */
const restMs = 120

/**
 * Whether a hand scrolls so quickly that nothing that passes by can be made out.
 *
 * @param scroller what scrolls.
 * @param offset how far it is scrolled, known without asking the browser, which would lay out for it.
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
      // A jump after a rest is one place left for another, which is looked at.
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

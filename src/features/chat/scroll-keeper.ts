/** Closer to the end than this counts as at the end: browsers round positions when zoomed. */
const endDistanceMax = 2

export interface ScrollKeeper {
  /**
   * Watches a scrolled box and what is in it; the result ends that.
   *
   * @param content grows; its size decides when to follow.
   */
  attach: (viewport: HTMLElement, content: HTMLElement) => () => void
  /** Goes to the end and stays there. */
  follow: () => void
  isFollowing: () => boolean
  subscribe: (listener: () => void) => () => void
}

/**
 * The one who moves a box's scroll position. Stays at the end while the reader is there, lets go as
 * soon as they move up by wheel, finger, key or scroll bar, and never pulls them back.
 */
export function createScrollKeeper(): ScrollKeeper {
  const listeners = new Set<() => void>()
  let isKept = true
  let viewport: HTMLElement | undefined
  /** Where the box was last, by our hand or the reader's. */
  let top = 0

  const toEnd = () => {
    if (!viewport) return
    viewport.scrollTop = viewport.scrollHeight
    top = viewport.scrollTop
  }
  const setKept = (next: boolean) => {
    if (next === isKept) return
    isKept = next
    applyAnchor()
    for (const listener of listeners) listener()
  }
  // The browser's own anchoring holds a reader's place while they read, and would fight ours.
  const applyAnchor = () => {
    if (viewport) viewport.style.overflowAnchor = isKept ? 'none' : 'auto'
  }
  const letGo = () => {
    // Where there is nothing above, moving up means nothing.
    if (viewport && viewport.scrollTop > 0) setKept(false)
  }

  const onWheel = ({ deltaY }: WheelEvent) => {
    if (deltaY < 0) letGo()
  }
  const onKey = ({ key, shiftKey }: KeyboardEvent) => {
    if (['ArrowUp', 'PageUp', 'Home'].includes(key) || (key === ' ' && shiftKey)) letGo()
  }

  return {
    attach(box, content) {
      viewport = box
      let touchY = 0
      const onScroll = () => {
        const moved = box.scrollTop - top
        top = box.scrollTop
        const distance = box.scrollHeight - box.clientHeight - box.scrollTop
        if (distance <= endDistanceMax) {
          // At the end because the content shrank is not a wish to follow.
          if (moved >= 0) setKept(true)
        } else if (moved < -1 && isKept) setKept(false)
      }
      const onTouchStart = ({ touches }: TouchEvent) => {
        touchY = touches[0]?.clientY ?? 0
      }
      const onTouchMove = ({ touches }: TouchEvent) => {
        const y = touches[0]?.clientY ?? 0
        if (y > touchY + 2) letGo()
        touchY = y
      }
      const passive = { passive: true }
      box.addEventListener('scroll', onScroll, passive)
      box.addEventListener('wheel', onWheel, passive)
      box.addEventListener('touchstart', onTouchStart, passive)
      box.addEventListener('touchmove', onTouchMove, passive)
      box.addEventListener('keydown', onKey)
      const observer = new ResizeObserver(() => {
        if (isKept) toEnd()
      })
      observer.observe(box)
      observer.observe(content)
      applyAnchor()
      if (isKept) toEnd()
      return () => {
        observer.disconnect()
        box.removeEventListener('scroll', onScroll)
        box.removeEventListener('wheel', onWheel)
        box.removeEventListener('touchstart', onTouchStart)
        box.removeEventListener('touchmove', onTouchMove)
        box.removeEventListener('keydown', onKey)
        viewport = undefined
      }
    },
    follow() {
      setKept(true)
      toEnd()
    },
    isFollowing: () => isKept,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

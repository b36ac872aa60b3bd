import { createStore } from 'zustand/vanilla'

/** Closer to the end than this counts as at the end: browsers round positions when zoomed. */
const endDistanceMax = 2
/** Space between the top of the box and the row that stands there, which has space of its own above. */
const anchorGapPx = -18

/** `following`: stays at the end. `anchored`: a row stands at the top. `free`: the reader decides. */
type Mode = 'following' | 'anchored' | 'free'

export type ScrolledParts = {
  viewport: HTMLElement
  /** Grows; its size decides when to move. */
  content: HTMLElement
  /** Empty and below the content; made as high as the row at the top needs. */
  spacer: HTMLElement
}

export interface ScrollKeeper {
  /** Watches a scrolled box and what is in it; the result ends that. */
  attach: (parts: ScrolledParts) => () => void
  /** Goes to the end and stays there. */
  follow: () => void
  /**
   * Brings the row with this `data-row` to the top as soon as it is there, and leaves it there while
   * what follows grows below.
   */
  anchor: (row: string) => void
  /** The reader goes somewhere on purpose: nothing is moved from now on. */
  letGo: () => void
  /** Whether the keeper, rather than the reader, holds the position. */
  isHolding: () => boolean
  /** Whether there is something below that the reader does not see and does not follow. */
  hasMoreBelow: () => boolean
  subscribe: (listener: () => void) => () => void
}

/**
 * The one who moves a box's scroll position. Lets go as soon as the reader moves by wheel, finger,
 * key or scroll bar, and never pulls them back.
 */
export function createScrollKeeper(): ScrollKeeper {
  const unseen = createStore(() => ({ isMore: false }))
  let mode: Mode = 'following'
  let parts: ScrolledParts | undefined
  let row: string | undefined
  /** Where the box was last, by our hand or the reader's. */
  let top = 0

  const moveTo = (next: number) => {
    if (!parts) return
    const { viewport } = parts
    if (Math.abs(viewport.scrollTop - next) > 0.5) viewport.scrollTop = next
    top = viewport.scrollTop
  }
  const setMode = (next: Mode) => {
    mode = next
    // The browser's own anchoring holds a reader's place while they read, and would fight ours.
    if (parts) parts.viewport.style.overflowAnchor = mode === 'free' ? 'auto' : 'none'
    look()
  }
  /** Tells listeners when what is below has changed for the reader. */
  const look = () => {
    if (!parts) return
    const { viewport, content } = parts
    const end = content.getBoundingClientRect().bottom - viewport.getBoundingClientRect().bottom
    // What is anchored is read from its beginning: the first hidden line is no news.
    const next = mode !== 'following' && end > 24
    if (next !== unseen.getState().isMore) unseen.setState({ isMore: next })
  }
  const findRow = () =>
    row === undefined
      ? null
      : (parts?.content.querySelector<HTMLElement>(`[data-row="${row}"]`) ?? null)
  /** Where the box must stand for `element` to be at its top. */
  const topOf = (element: HTMLElement, { viewport }: ScrolledParts) =>
    element.getBoundingClientRect().top -
    viewport.getBoundingClientRect().top +
    viewport.scrollTop -
    anchorGapPx

  /** Makes the spacer so high that the anchored row can stand at the top, and not higher. */
  const fitSpacer = () => {
    const element = findRow()
    if (!parts || !element) return element
    const { viewport, content, spacer } = parts
    const below = content.getBoundingClientRect().bottom - element.getBoundingClientRect().top
    const missing = Math.max(0, viewport.clientHeight - below - anchorGapPx)
    spacer.style.height = `${missing}px`
    return element
  }
  const settle = () => {
    if (!parts) return
    const element = fitSpacer()
    if (mode === 'following') moveTo(parts.viewport.scrollHeight)
    else if (mode === 'anchored' && element) moveTo(topOf(element, parts))
    look()
  }
  const letGo = () => {
    // Where there is nothing above, moving up means nothing.
    if (parts && parts.viewport.scrollTop > 0 && mode !== 'free') setMode('free')
  }

  const onWheel = ({ deltaY }: WheelEvent) => {
    if (deltaY < 0 || mode === 'anchored') letGo()
  }
  const onKey = ({ key, shiftKey, target }: KeyboardEvent) => {
    // Keys pressed in a field move its caret.
    if (target instanceof Element && target.closest('input, textarea, [contenteditable]')) return
    const isUp = ['ArrowUp', 'PageUp', 'Home'].includes(key) || (key === ' ' && shiftKey)
    const isDown = ['ArrowDown', 'PageDown', 'End', ' '].includes(key)
    if (isUp || (isDown && mode === 'anchored')) letGo()
  }

  return {
    attach(next) {
      parts = next
      const { viewport, content } = next
      let touchY = 0
      const onScroll = () => {
        const moved = viewport.scrollTop - top
        top = viewport.scrollTop
        const distance = viewport.scrollHeight - viewport.clientHeight - top
        const spacer = next.spacer.offsetHeight
        if (distance <= endDistanceMax && spacer === 0) {
          // At the end because the content shrank is not a wish to follow.
          if (moved > 0 && mode === 'free') setMode('following')
        } else if (Math.abs(moved) > 1 && mode === 'anchored') setMode('free')
        else if (moved < -1 && mode === 'following') setMode('free')
        look()
      }
      const onTouchStart = ({ touches }: TouchEvent) => {
        touchY = touches[0]?.clientY ?? 0
      }
      const onTouchMove = ({ touches }: TouchEvent) => {
        const y = touches[0]?.clientY ?? 0
        if (y > touchY + 2 || (mode === 'anchored' && Math.abs(y - touchY) > 2)) letGo()
        touchY = y
      }
      const passive = { passive: true }
      viewport.addEventListener('scroll', onScroll, passive)
      viewport.addEventListener('wheel', onWheel, passive)
      viewport.addEventListener('touchstart', onTouchStart, passive)
      viewport.addEventListener('touchmove', onTouchMove, passive)
      viewport.addEventListener('keydown', onKey)
      const observer = new ResizeObserver(settle)
      observer.observe(viewport)
      observer.observe(content)
      setMode(mode)
      settle()
      return () => {
        observer.disconnect()
        viewport.removeEventListener('scroll', onScroll)
        viewport.removeEventListener('wheel', onWheel)
        viewport.removeEventListener('touchstart', onTouchStart)
        viewport.removeEventListener('touchmove', onTouchMove)
        viewport.removeEventListener('keydown', onKey)
        parts = undefined
      }
    },
    follow() {
      row = undefined
      if (parts) parts.spacer.style.height = '0px'
      setMode('following')
      settle()
    },
    anchor(next) {
      row = next
      setMode('anchored')
      settle()
    },
    letGo() {
      if (mode !== 'free') setMode('free')
    },
    isHolding: () => mode !== 'free',
    hasMoreBelow: () => unseen.getState().isMore,
    subscribe: unseen.subscribe,
  }
}

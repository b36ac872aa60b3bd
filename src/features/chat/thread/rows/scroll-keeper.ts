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
  /** Whether it holds the end, which stays where it is whatever is above it. */
  isFollowing: () => boolean
  /** Whether there is something below that the reader does not see and does not follow. */
  hasMoreBelow: () => boolean
  subscribe: (listener: () => void) => () => void
}

/**
 * The one who moves a box's scroll position. Lets go as soon as the reader moves by wheel, finger,
 * key or scroll bar, and never pulls them back.
 */
export const createScrollKeeper = (): ScrollKeeper => new Keeper()

class Keeper implements ScrollKeeper {
  readonly #unseen = createStore(() => ({ isMore: false }))
  #mode: Mode = 'following'
  #parts: ScrolledParts | undefined
  #row: string | undefined
  /** Where the box was last, by our hand or the reader's. */
  #top = 0
  #touchY = 0

  readonly attach = (parts: ScrolledParts): (() => void) => {
    this.#parts = parts
    const { viewport, content } = parts
    const ending = new AbortController()
    const passive = { passive: true, signal: ending.signal }
    viewport.addEventListener('scroll', () => this.#scrolled(parts), passive)
    viewport.addEventListener('wheel', (event) => this.#wheeled(event), passive)
    viewport.addEventListener('touchstart', (event) => this.#touched(event), passive)
    viewport.addEventListener('touchmove', (event) => this.#dragged(event), passive)
    viewport.addEventListener('keydown', (event) => this.#pressed(event), { signal: ending.signal })
    const observer = new ResizeObserver(() => this.#settle())
    observer.observe(viewport)
    observer.observe(content)
    this.#setMode(this.#mode)
    this.#settle()
    return () => {
      observer.disconnect()
      ending.abort()
      this.#parts = undefined
    }
  }

  readonly follow = (): void => {
    this.#row = undefined
    if (this.#parts) this.#parts.spacer.style.height = '0px'
    this.#setMode('following')
    this.#settle()
  }

  readonly anchor = (row: string): void => {
    this.#row = row
    this.#setMode('anchored')
    this.#settle()
  }

  readonly letGo = (): void => {
    if (this.#mode !== 'free') this.#setMode('free')
  }

  readonly isHolding = (): boolean => this.#mode !== 'free'
  readonly isFollowing = (): boolean => this.#mode === 'following'
  readonly hasMoreBelow = (): boolean => this.#unseen.getState().isMore
  readonly subscribe = this.#unseen.subscribe

  #scrolled({ viewport, spacer }: ScrolledParts): void {
    const moved = viewport.scrollTop - this.#top
    this.#top = viewport.scrollTop
    const distance = viewport.scrollHeight - viewport.clientHeight - this.#top
    const mode = this.#mode
    const isAtEnd = distance <= endDistanceMax
    if (isAtEnd && spacer.offsetHeight === 0) {
      // At the end because the content shrank is not a wish to follow.
      if (moved > 0 && mode === 'free') this.#setMode('following')
      // Nor, above a spacer, one to leave: the row at the top stands there at the end, and will be brought back.
    } else if (Math.abs(moved) > 1 && mode === 'anchored' && !isAtEnd) this.#setMode('free')
    else if (moved < -1 && mode === 'following') this.#setMode('free')
    this.#look()
  }

  #wheeled({ deltaY }: WheelEvent): void {
    if (deltaY < 0 || this.#mode === 'anchored') this.#movedByReader()
  }

  #touched({ touches }: TouchEvent): void {
    this.#touchY = touches[0]?.clientY ?? 0
  }

  #dragged({ touches }: TouchEvent): void {
    const y = touches[0]?.clientY ?? 0
    const moved = y - this.#touchY
    if (moved > 2 || (this.#mode === 'anchored' && Math.abs(moved) > 2)) this.#movedByReader()
    this.#touchY = y
  }

  #pressed({ key, shiftKey, target }: KeyboardEvent): void {
    // Keys pressed in a field move its caret.
    if (target instanceof Element && target.closest('input, textarea, [contenteditable]')) return
    const isUp = ['ArrowUp', 'PageUp', 'Home'].includes(key) || (key === ' ' && shiftKey)
    const isDown = ['ArrowDown', 'PageDown', 'End', ' '].includes(key)
    if (isUp || (isDown && this.#mode === 'anchored')) this.#movedByReader()
  }

  #movedByReader(): void {
    // Where there is nothing above, moving up means nothing.
    if (this.#parts && this.#parts.viewport.scrollTop > 0) this.letGo()
  }

  #moveTo(top: number): void {
    if (!this.#parts) return
    const { viewport } = this.#parts
    if (Math.abs(viewport.scrollTop - top) > 0.5) viewport.scrollTop = top
    this.#top = viewport.scrollTop
  }

  #setMode(mode: Mode): void {
    this.#mode = mode
    // The browser's own anchoring holds a reader's place while they read, and would fight ours.
    if (this.#parts) {
      this.#parts.viewport.style.overflowAnchor = mode === 'free' ? 'auto' : 'none'
    }
    this.#look()
  }

  /** Tells listeners when what is below has changed for the reader. */
  #look(): void {
    if (!this.#parts) return
    const { viewport, content } = this.#parts
    const end = content.getBoundingClientRect().bottom - viewport.getBoundingClientRect().bottom
    // What is anchored is read from its beginning: the first hidden line is no news.
    const isMore = this.#mode !== 'following' && end > 24
    if (isMore !== this.hasMoreBelow()) this.#unseen.setState({ isMore })
  }

  #settle(): void {
    if (!this.#parts) return
    const row = this.#fitSpacer(this.#parts)
    if (this.#mode === 'following') this.#moveTo(this.#parts.viewport.scrollHeight)
    else if (this.#mode === 'anchored' && row) this.#moveTo(topOf(row, this.#parts))
    this.#look()
  }

  /** Makes the spacer so high that the anchored row can stand at the top, and not higher. */
  #fitSpacer({ viewport, content, spacer }: ScrolledParts): HTMLElement | null {
    if (this.#row === undefined) return null
    const row = content.querySelector<HTMLElement>(`[data-row="${this.#row}"]`)
    if (!row) return null
    const below = content.getBoundingClientRect().bottom - row.getBoundingClientRect().top
    const missing = Math.max(0, viewport.clientHeight - below - anchorGapPx)
    spacer.style.height = `${missing}px`
    return row
  }
}

/** Where the box must stand for `row` to be at its top. */
const topOf = (row: HTMLElement, { viewport }: ScrolledParts): number =>
  row.getBoundingClientRect().top -
  viewport.getBoundingClientRect().top +
  viewport.scrollTop -
  anchorGapPx

import { createStore } from 'zustand/vanilla'

/**
 * Distance from the end, in pixels, that still counts as the end, because browsers round positions
 * when zoomed.
 */
const endDistanceMax = 2
/**
 * Space above the row that is kept at the top, in pixels. Negative, because the row has its own
 * padding.
 */
const anchorGapPx = -18

/**
 * `following` stays at the end. `anchored` keeps a row at the top. `free` leaves scrolling to the
 * user.
 */
type Mode = 'following' | 'anchored' | 'free'

export type ScrolledParts = {
  viewport: HTMLElement
  content: HTMLElement
  /** An empty element below the content. Its height lets the anchored row scroll to the top. */
  spacer: HTMLElement
}

export interface ScrollKeeper {
  attach: (parts: ScrolledParts) => () => void
  follow: () => void
  /**
   * Scrolls the row with this `data-row` to the top once the row is rendered. The row stays there
   * while content below grows.
   */
  anchor: (row: string) => void
  letGo: () => void
  isHolding: () => boolean
  isFollowing: () => boolean
  hasMoreBelow: () => boolean
  subscribe: (listener: () => void) => () => void
}

/**
 * Creates an object that controls a container's scroll position. The object stops as soon as the
 * user scrolls.
 */
export const createScrollKeeper = (): ScrollKeeper => new Keeper()

class Keeper implements ScrollKeeper {
  readonly #unseen = createStore(() => ({ isMore: false }))
  #mode: Mode = 'following'
  #parts: ScrolledParts | undefined
  #row: string | undefined
  /** The last known scroll position in pixels. */
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
      // Content that shrinks can also move the view to the end. That must not start following.
      if (moved > 0 && mode === 'free') this.#setMode('following')
      // With a spacer, reaching the end does not release the anchored row.
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
    // Keys in a field move the caret of the field.
    if (target instanceof Element && target.closest('input, textarea, [contenteditable]')) return
    const isUp = ['ArrowUp', 'PageUp', 'Home'].includes(key) || (key === ' ' && shiftKey)
    const isDown = ['ArrowDown', 'PageDown', 'End', ' '].includes(key)
    if (isUp || (isDown && this.#mode === 'anchored')) this.#movedByReader()
  }

  #movedByReader(): void {
    // At the top, scrolling up has no effect.
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
    // The browser's scroll anchoring conflicts with the keeper, so use scroll anchoring only while
    // the user scrolls freely.
    if (this.#parts) {
      this.#parts.viewport.style.overflowAnchor = mode === 'free' ? 'auto' : 'none'
    }
    this.#look()
  }

  #look(): void {
    if (!this.#parts) return
    const { viewport, content } = this.#parts
    const end = content.getBoundingClientRect().bottom - viewport.getBoundingClientRect().bottom
    // If an answer is kept at the top, up to 24 hidden pixels at the end need no button to scroll
    // down.
    const isMore = this.#mode !== 'following' && end > 24
    if (isMore !== this.hasMoreBelow()) this.#unseen.setState({ isMore })
  }

  #settle(): void {
    if (!this.#parts) return
    const row = this.#fitSpacer(this.#parts)
    if (this.#mode === 'following') this.#moveTo(this.#parts.viewport.scrollHeight)
    else if (this.#mode === 'anchored' && row) this.#moveTo(getScrollTop(row, this.#parts))
    this.#look()
  }

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

const getScrollTop = (row: HTMLElement, { viewport }: ScrolledParts): number =>
  row.getBoundingClientRect().top -
  viewport.getBoundingClientRect().top +
  viewport.scrollTop -
  anchorGapPx

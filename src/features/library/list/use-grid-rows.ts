import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'

type Rows = {
  layout: GridLayout
  virtualizer: Virtualizer<HTMLElement, HTMLElement>
}

const overscan = 2
/**
 * Height of the viewport in CSS pixels that is assumed while the page is hidden and has no layout.
 */
const unmeasuredHeight = 2_000

type GridModels = { count: number; isList: boolean }

export function useGridRows(
  grid: RefObject<HTMLElement | null>,
  { count, isList }: GridModels,
): Rows {
  const [place, setPlace] = useState({ width: 0, top: 0 })
  const layout = gridLayout(place.width, isList)
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component.
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: Math.ceil(count / layout.columns),
    getScrollElement: () => scrollParent(grid.current),
    estimateSize: () => layout.rowHeight,
    scrollMargin: place.top,
    overscan,
    observeElementRect: (instance, take) =>
      observeElementRect(instance, ({ width, height }) =>
        take({ width, height: height === 0 ? unmeasuredHeight : height }),
      ),
  })

  useLayoutEffect(() => {
    const element = grid.current
    const scroller = scrollParent(element)
    if (!element || !scroller) return undefined
    const measure = () => {
      const width = element.clientWidth
      // Notes may be above the grid, so measure its position in the scroll container.
      const top =
        element.getBoundingClientRect().top -
        scroller.getBoundingClientRect().top +
        scroller.scrollTop
      setPlace((held) => (held.width === width && held.top === top ? held : { width, top }))
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [grid])

  // All rows have the same height. If this height changes, measure all rows again.
  const { rowHeight } = layout
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  return { layout, virtualizer }
}

const scrollParent = (element: HTMLElement | null): HTMLElement | null =>
  element?.closest('[data-scroller]') ?? null

type GridLayout = { columns: number; cardWidth: number; rowHeight: number; gap: number }

const cardWidthMin = 176
/** Height in CSS pixels. Must equal the height of name and facts in `AssetCard`. */
const captionHeight = 54
const listRowHeight = 57
const phoneWidth = 640
const columnsMin = 2

/**
 * Returns the layout of the grid.
 * @param width width of the grid in CSS pixels; 0 until it is measured.
 * @param isList whether the list shows rows instead of cards.
 */
export function gridLayout(width: number, isList = false): GridLayout {
  if (isList) return { columns: 1, cardWidth: width, rowHeight: listRowHeight, gap: 0 }
  const gap = width < phoneWidth ? 12 : 16
  const fitting = Math.floor((width + gap) / (cardWidthMin + gap))
  const columns = Math.max(columnsMin, fitting)
  const cardWidth = Math.max(0, (width - gap * (columns - 1)) / columns)
  return { columns, cardWidth, rowHeight: cardWidth + captionHeight + gap, gap }
}

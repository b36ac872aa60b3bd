import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useRef, type ReactNode } from 'react'
import { cn } from '../cn.ts'

type VirtualListProps<Item extends { id: string }> = {
  label: string
  items: readonly Item[]
  /** Height of every row in pixels, fixed so that rows need no measuring. */
  rowHeightPx: number
  /**
   * Renders a row. Pass a function whose identity does not change, so that unchanged rows do not
   * render again.
   */
  renderRow: (item: Item) => ReactNode
  rowLabel?: ((item: Item) => string) | undefined
  /** Classes of the scroll container. The classes must limit the container's height. */
  className: string
  rowClassName: string
}

const overscan = 4
/** Size in pixels that is assumed until the list is measured. */
const usualSize = { width: 480, height: 400 }

export function VirtualList<Item extends { id: string }>(props: VirtualListProps<Item>) {
  const { label, items, rowHeightPx, renderRow, rowLabel, className, rowClassName } = props
  const viewport = useRef<HTMLDivElement>(null)
  // The identity must not change, because the virtualizer would then measure thousands of rows
  // again.
  const getItemKey = useCallback((index: number) => items[index]?.id ?? index, [items])
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component.
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => viewport.current,
    getItemKey,
    estimateSize: () => rowHeightPx,
    overscan,
    initialRect: usualSize,
  })
  return (
    <div ref={viewport} className={cn('overflow-y-auto', className)}>
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          return (
            item && (
              <li
                key={key}
                aria-label={rowLabel?.(item)}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className={cn('absolute inset-x-0 top-0', rowClassName)}
                style={{ height: rowHeightPx, transform: `translateY(${start}px)` }}
              >
                <Row item={item} render={renderRow as (item: { id: string }) => ReactNode} />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

const Row = memo(
  ({ item, render }: { item: { id: string }; render: (item: { id: string }) => ReactNode }) =>
    render(item),
)

import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { ScrollKeeper } from './scroll-keeper.ts'
import type { Turn } from '../messages/thread.ts'
import { isResultOf } from './models/is-result-of.ts'
import { rowProps, ThreadRow, type RowsContext } from './thread-row.tsx'

export type VirtualRowsProps = {
  turns: readonly Turn[]
  rows: RowsContext
  keeper: ScrollKeeper
  viewport: () => HTMLElement | null
  /** Tells how to bring a row onto the page that is not drawn now. */
  onReady: (reveal: ((index: number) => void) | undefined) => void
}

/** Rows drawn above and below what can be seen. */
const overscan = 6

/** The rows of a long thread: only those near the visible part are in the page. */
export function VirtualRows({ turns, rows: context, keeper, viewport, onReady }: VirtualRowsProps) {
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component.
  const virtualizer = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: turns.length,
    getScrollElement: viewport,
    getItemKey: (index) => turns[index]?.message.id ?? index,
    estimateSize: (index) => estimatedHeight(turns[index]),
    overscan,
    // The first paint is at the end, where one comes in.
    initialOffset: () => Number.MAX_SAFE_INTEGER,
  })
  // What scrolls may come onto the page together with its rows, and is only known after their effects.
  const [, noteViewport] = useState(false)
  useLayoutEffect(() => noteViewport(true), [])
  // While the keeper holds the place, a second hand on the scroll position would shake it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, instance) =>
    !keeper.isHolding() && item.start < (instance.scrollOffset ?? 0)

  useEffect(() => {
    onReady((index) => virtualizer.scrollToIndex(index, { align: 'center' }))
    return () => onReady(undefined)
  }, [virtualizer, onReady])

  const rows = virtualizer.getVirtualItems()
  const above = rows[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)
  return (
    <div style={{ paddingTop: above, paddingBottom: below }}>
      {rows.map(({ index, key }) => {
        const turn = turns[index]
        return (
          turn && (
            <div key={key} ref={virtualizer.measureElement} data-index={index}>
              <ThreadRow {...rowProps(turn, context)} />
            </div>
          )
        )
      })}
    </div>
  )
}

const lineHeightPx = 25
const charactersPerLine = 88
const figuresHeightPx = 90
/** A picture of 336 px, and what stands below it. */
const cardHeightPx = 470

/** Near enough for the scroll bar; each row is measured once it has been drawn. */
function estimatedHeight(turn: Turn | undefined): number {
  if (!turn) return 0
  const { text, role, toolCalls = [] } = turn.message
  const cards = toolCalls.filter(isResultOf).length
  const breaks = text.length < 20_000 ? text.split('\n').length : 0
  const lines = Math.max(breaks, Math.ceil(text.length / charactersPerLine))
  return lines * lineHeightPx + cards * cardHeightPx + (role === 'user' ? 56 : figuresHeightPx)
}

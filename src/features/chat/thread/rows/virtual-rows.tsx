import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ScrollKeeper } from './scroll-keeper.ts'
import type { Turn } from '../../messages/thread.ts'
import { useModelsAhead } from '../models/use-models-ahead.ts'
import { restHover } from './rest-hover.ts'
import { corrected, correctionsOf, type Corrections } from './row-heights.ts'
import { rowProps, ThreadRow, type RowsContext } from '../thread-row.tsx'

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
/** Rows whose models are asked for beyond those. */
const modelsAhead = 16

/** The rows of a long thread: only those near the visible part are in the page. */
export function VirtualRows({ turns, rows: context, keeper, viewport, onReady }: VirtualRowsProps) {
  const [corrections, setCorrections] = useState<Corrections>({})
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component.
  const virtualizer = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: turns.length,
    getScrollElement: viewport,
    // Another function has the virtualizer estimate all rows anew.
    // oxlint-disable-next-line react/exhaustive-deps -- that is what the corrections are for.
    getItemKey: useCallback((index) => turns[index]?.message.id ?? index, [turns, corrections]),
    estimateSize: (index) => corrected(turns[index], corrections),
    measureElement: exactHeight,
    overscan,
    // The first paint is at the end, where one comes in.
    initialOffset: () => Number.MAX_SAFE_INTEGER,
  })
  // What scrolls may come onto the page together with its rows, and is only known after their effects.
  const [isInPage, noteViewport] = useState(false)
  useLayoutEffect(() => noteViewport(true), [])
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = viewport()
    return box && content.current ? restHover(box, content.current) : undefined
  }, [viewport, isInPage])
  // While the keeper holds the place, a second hand on the scroll position would shake it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, instance) =>
    !keeper.isHolding() && item.start < (instance.scrollOffset ?? 0)

  useEffect(() => {
    onReady((index) => virtualizer.scrollToIndex(index, { align: 'center' }))
    return () => onReady(undefined)
  }, [virtualizer, onReady])

  const rows = virtualizer.getVirtualItems()
  const { lives } = context
  useEffect(() => {
    // Everything above moves, by a whole screen where the chat is long, and takes any row but the last ones off the page.
    if (!keeper.isFollowing()) return
    const isLive = (id: string) => lives.some(({ answer }) => answer.id === id)
    // All that were ever measured, whichever are drawn: by those alone two parts of a chat would take turns for ever, each
    // with heights that bring the other one onto the page.
    const settled = turns.filter(({ message }) => !isLive(message.id))
    setCorrections((known) => correctionsOf(known, settled, virtualizer.itemSizeCache))
  }, [rows, turns, lives, keeper, virtualizer])
  const above = rows[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)
  useModelsAhead(
    turns,
    (rows[0]?.index ?? 0) - modelsAhead,
    (rows.at(-1)?.index ?? 0) + modelsAhead,
  )
  return (
    <div ref={content} style={{ paddingTop: above, paddingBottom: below }}>
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

/** Not rounded, as the virtualizer does by itself: by half a pixel per row all the others would move, and be drawn anew. */
const exactHeight = (row: HTMLElement, entry: ResizeObserverEntry | undefined): number =>
  entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height

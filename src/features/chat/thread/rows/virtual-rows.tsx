import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { assetQuery } from '#queries/assets.ts'
import type { ScrollKeeper } from './scroll-keeper.ts'
import type { Turn } from '../../messages/thread.ts'
import { hasVisibleResult } from '../models/has-visible-result.ts'
import { suspendHover } from './suspend-hover.ts'
import { corrected, getHeightCorrections, type Corrections } from './row-heights.ts'
import { rowProps, ThreadRow, type RowsContext } from '../thread-row.tsx'

export type VirtualRowsProps = {
  turns: readonly Turn[]
  rows: RowsContext
  keeper: ScrollKeeper
  viewport: () => HTMLElement | null
  onReady: (reveal: ((index: number) => void) | undefined) => void
}

const overscan = 6
/** Number of further rows whose models are loaded in advance. */
const modelsAhead = 16

/** Renders only those rows of a long thread that are near the viewport. */
export function VirtualRows({ turns, rows: context, keeper, viewport, onReady }: VirtualRowsProps) {
  const [corrections, setCorrections] = useState<Corrections>({})
  const virtualizer = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: turns.length,
    getScrollElement: viewport,
    // Depends on `corrections`, because a new function makes the virtualizer estimate all rows
    // again.
    // oxlint-disable-next-line react/exhaustive-deps -- new corrections must create a new function.
    getItemKey: useCallback((index) => turns[index]?.message.id ?? index, [turns, corrections]),
    estimateSize: (index) => corrected(turns[index], corrections),
    measureElement: exactHeight,
    overscan,
    initialOffset: () => Number.MAX_SAFE_INTEGER,
  })
  // The scroll container may mount together with its rows. Its ref is then set after the rows'
  // effects.
  const [isInPage, noteViewport] = useState(false)
  useLayoutEffect(() => noteViewport(true), [])
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = viewport()
    return box && content.current ? suspendHover(box, content.current) : undefined
  }, [viewport, isInPage])
  // The scroll position would jitter if both the keeper and the virtualizer adjusted the position.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, instance) =>
    !keeper.isHolding() && item.start < (instance.scrollOffset ?? 0)

  useEffect(() => {
    onReady((index) => virtualizer.scrollToIndex(index, { align: 'center' }))
    return () => onReady(undefined)
  }, [virtualizer, onReady])

  const rows = virtualizer.getVirtualItems()
  const { lives } = context
  useEffect(() => {
    // Correct the estimates only at the end of the thread. Elsewhere a correction would move the
    // visible rows.
    if (!keeper.isFollowing()) return
    const isLive = (id: string) => lives.some(({ answer }) => answer.id === id)
    // Use all rows ever measured. With only the rendered rows, the estimates could alternate
    // between two values forever.
    const settled = turns.filter(({ message }) => !isLive(message.id))
    setCorrections((known) => getHeightCorrections(known, settled, virtualizer.itemSizeCache))
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

/** Returns the exact height. The virtualizer would round the height, which moves all other rows. */
const exactHeight = (row: HTMLElement, entry: ResizeObserverEntry | undefined): number =>
  entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height

function useModelsAhead(turns: readonly Turn[], from: number, to: number): void {
  const client = useQueryClient()
  useEffect(() => {
    for (const { message } of turns.slice(Math.max(0, from), to)) {
      for (const { assetIds = [] } of message.toolCalls?.filter(hasVisibleResult) ?? []) {
        for (const id of assetIds) void client.prefetchQuery(assetQuery(id))
      }
    }
  }, [turns, from, to, client])
}

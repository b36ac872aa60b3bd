import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { AssetCard } from './asset-card.tsx'
import { moveInGrid } from './move-in-grid.ts'
import { useGridRows } from './use-grid-rows.ts'
import { useFastScroll } from './use-fast-scroll.ts'

type AssetGridProps = {
  assets: readonly Asset[]
  /** How many there are in all, those that are not loaded yet included, where that is known. */
  total: number | undefined
  selectedId: string | undefined
  /** Those that are ticked, while some are being chosen. */
  chosenIds: ReadonlySet<string> | undefined
  /** @param isRange all up to this one, from the one that was selected last. */
  onChosen: (id: string, isRange: boolean) => void
  /** Told whether the last of them are near the view. */
  onNearEnd: (isNear: boolean) => void
  nameOfModel: (id: string) => string
  /** When the list was read, for ages. */
  nowMs: number
}

/** More are fetched when fewer rows than these are left. */
const rowsAhead = 6

/**
 * The models as cards, of which only those near the view are in the page. Tab stops once; arrow keys,
 * Home and End move between cards, and where one is open already the details follow.
 */
export function AssetGrid(props: AssetGridProps) {
  const { assets, selectedId, chosenIds, nameOfModel, nowMs } = props
  const [, navigate] = useLocation()
  const [focusedId, setFocusedId] = useState<string>()
  const grid = useRef<HTMLUListElement>(null)
  const links = useRef(new Map<string, HTMLAnchorElement>())
  /** Is to get the focus once it is drawn. */
  const awaited = useRef<string>(undefined)
  const { layout, virtualizer } = useGridRows(grid, assets.length)
  const { columns, cardWidth, rowHeight, gap } = layout
  const rows = virtualizer.getVirtualItems()
  const isFast = useFastScroll(virtualizer.scrollElement, () => virtualizer.scrollOffset ?? 0)
  const firstDrawn = (rows[0]?.index ?? 0) * columns
  const drawn = assets.slice(firstDrawn, ((rows.at(-1)?.index ?? -1) + 1) * columns)
  // What Tab reaches must be in the page.
  const stop =
    [focusedId, selectedId].find((id) => drawn.some((asset) => asset.id === id)) ?? drawn[0]?.id

  const { onNearEnd } = props
  const isNearEnd = firstDrawn + drawn.length >= assets.length - rowsAhead * columns
  useEffect(() => onNearEnd(isNearEnd), [onNearEnd, isNearEnd])

  const onLink = useCallback((id: string, link: HTMLAnchorElement) => {
    links.current.set(id, link)
    if (awaited.current === id) {
      awaited.current = undefined
      link.focus({ preventScroll: true })
    }
    return () => {
      links.current.delete(id)
    }
  }, [])

  const focus = (id: string) => {
    const link = links.current.get(id)
    if (link) link.focus()
    else awaited.current = id
  }
  const reveal = (id: string) => {
    const at = assets.findIndex((asset) => asset.id === id)
    if (at < 0) return
    virtualizer.scrollToIndex(Math.floor(at / columns))
    focus(id)
  }

  // Closing the details takes the focus away with them; it goes back to where they were opened.
  const lastSelectedId = useRef(selectedId)
  useEffect(() => {
    const from = lastSelectedId.current
    lastSelectedId.current = selectedId
    if (from === undefined || selectedId !== undefined) return
    if (document.activeElement !== document.body) return
    const link =
      links.current.get(from) ?? (stop === undefined ? undefined : links.current.get(stop))
    link?.focus()
  }, [selectedId, stop, lastSelectedId, links])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const from = assets.findIndex(({ id }) => id === (focusedId ?? stop))
    const to = assets[moveInGrid(event.key, from, { count: assets.length, columns }) ?? -1]
    if (!to) return
    event.preventDefault()
    reveal(to.id)
    if (selectedId !== undefined) navigate(`/library/${to.id}`, { replace: true })
  }

  return (
    // The cards are links of their own; the list only passes the arrow keys on between them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={grid}
      aria-label="Models"
      onKeyDown={onKeyDown}
      className="relative"
      style={{ height: Math.max(0, virtualizer.getTotalSize() - gap) }}
    >
      {drawn.map((asset, at) => {
        const index = firstDrawn + at
        const row = Math.floor(index / columns)
        return (
          <AssetCard
            key={asset.id}
            onLink={onLink}
            x={(index % columns) * (cardWidth + gap)}
            y={row * rowHeight}
            width={cardWidth}
            height={rowHeight - gap}
            position={index + 1}
            count={props.total ?? -1}
            asset={asset}
            modelName={madeBy(asset, nameOfModel)}
            nowMs={nowMs}
            isFast={isFast}
            isSelected={asset.id === selectedId}
            isTabStop={asset.id === stop}
            isChosen={chosenIds?.has(asset.id)}
            onChosen={props.onChosen}
            onFocus={setFocusedId}
          />
        )
      })}
    </ul>
  )
}

/** What a card says of where its model is from: the step for one that was made from another. */
const madeBy = ({ recipe }: Asset, nameOfModel: (id: string) => string): string =>
  recipe ? (recipe.source?.step ?? nameOfModel(recipe.modelId)) : 'Imported'

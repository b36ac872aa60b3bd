import { isRightToLeft } from '#languages/page-language.ts'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { t } from '#languages/library.ts'
import { AssetCard } from './asset-card.tsx'
import { moveInGrid } from './move-in-grid.ts'
import { useGridRows } from './use-grid-rows.ts'
import { useFastScroll } from './use-fast-scroll.ts'

type AssetGridProps = {
  assets: readonly Asset[]
  total: number | undefined
  selectedId: string | undefined
  chosenIds: ReadonlySet<string> | undefined
  /** @param isRange whether to select all cards from the last selected card to this card. */
  onChosen: (id: string, isRange: boolean) => void
  onNearEnd: (isNear: boolean) => void
  nameOfModel: (id: string) => string
  nowMs: number
  isList: boolean
}

/** Load more models if fewer than this number of rows remain below the viewport. */
const rowsAhead = 6

/** Renders the models. Only cards near the viewport are in the DOM. */
export function AssetGrid(props: AssetGridProps) {
  const { assets, selectedId, chosenIds, nameOfModel, nowMs } = props
  const [, navigate] = useLocation()
  const [focusedId, setFocusedId] = useState<string>()
  const grid = useRef<HTMLUListElement>(null)
  const links = useRef(new Map<string, HTMLAnchorElement>())
  const awaited = useRef<string>(undefined)
  const { layout, virtualizer } = useGridRows(grid, { count: assets.length, isList: props.isList })
  const { columns, cardWidth, rowHeight, gap } = layout
  const rows = virtualizer.getVirtualItems()
  const isFast = useFastScroll(virtualizer.scrollElement, () => virtualizer.scrollOffset ?? 0)
  const firstDrawn = (rows[0]?.index ?? 0) * columns
  const drawn = assets.slice(firstDrawn, ((rows.at(-1)?.index ?? -1) + 1) * columns)
  // The Tab key focuses this card, so the card must be in the DOM.
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
    const shape = { count: assets.length, columns, isRightToLeft }
    const to = assets[moveInGrid(event.key, from, shape) ?? -1]
    if (!to) return
    event.preventDefault()
    reveal(to.id)
    if (selectedId !== undefined) navigate(`/library/${to.id}`, { replace: true })
  }

  return (
    // The list only handles the keys that move between the cards, which are links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={grid}
      aria-label={t('Models')}
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
            x={(index % columns) * (cardWidth + gap) * (isRightToLeft ? -1 : 1)}
            y={row * rowHeight}
            width={cardWidth}
            height={rowHeight - gap}
            position={index + 1}
            count={props.total ?? -1}
            asset={asset}
            modelName={madeBy(asset, nameOfModel)}
            nowMs={nowMs}
            isFast={isFast}
            isRow={props.isList}
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

const madeBy = ({ recipe }: Asset, nameOfModel: (id: string) => string): string =>
  recipe ? (recipe.source?.step ?? nameOfModel(recipe.modelId)) : t('Imported')

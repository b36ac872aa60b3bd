import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { AssetCard } from './asset-card.tsx'
import { gridClass } from './grid-class.ts'
import { moveInGrid } from './move-in-grid.ts'

type AssetGridProps = {
  assets: readonly Asset[]
  selectedId: string | undefined
  nameOfModel: (id: string) => string
  /** When the list was read, for ages. */
  nowMs: number
}

/**
 * The models as cards. Tab stops once; arrow keys, Home and End move between cards, and where one is
 * open already the details follow.
 */
export function AssetGrid({ assets, selectedId, nameOfModel, nowMs }: AssetGridProps) {
  const [, navigate] = useLocation()
  const [focusedId, setFocusedId] = useState<string>()
  const links = useRef(new Map<string, HTMLAnchorElement>())
  const stop =
    [focusedId, selectedId].find((id) => assets.some((asset) => asset.id === id)) ?? assets[0]?.id

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
  }, [selectedId, stop])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const from = assets.findIndex(({ id }) => id === stop)
    const tops = assets.map(({ id }) => links.current.get(id)?.parentElement?.offsetTop ?? 0)
    const to = assets[moveInGrid(event.key, from, tops) ?? -1]
    if (!to) return
    event.preventDefault()
    links.current.get(to.id)?.focus()
    if (selectedId !== undefined) navigate(`/library/${to.id}`, { replace: true })
  }

  return (
    // The cards are links of their own; the list only passes the arrow keys on between them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul aria-label="Models" onKeyDown={onKeyDown} className={gridClass}>
      {assets.map((asset) => (
        <AssetCard
          key={asset.id}
          ref={(link) => {
            if (link) links.current.set(asset.id, link)
            return () => {
              links.current.delete(asset.id)
            }
          }}
          asset={asset}
          modelName={asset.recipe ? nameOfModel(asset.recipe.modelId) : 'Imported'}
          nowMs={nowMs}
          isSelected={asset.id === selectedId}
          isTabStop={asset.id === stop}
          onFocus={() => setFocusedId(asset.id)}
        />
      ))}
    </ul>
  )
}

import Check from 'lucide-react/icons/check'
import Star from 'lucide-react/icons/star'
import { memo, useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { formatAge, formatBytes, describeMakeup, formatRoughCount } from '#lib/format.ts'
import { putDraggedModel } from '#queries/dragged-model.ts'
import { Turntable } from './turntable.tsx'

type AssetCardProps = {
  asset: Asset
  /** Position inside the grid, in CSS pixels. */
  x: number
  y: number
  width: number
  height: number
  position: number
  count: number
  modelName: string
  nowMs: number
  /** True during fast scrolling: a picture that is not loaded yet is not requested. */
  isFast: boolean
  isSelected: boolean
  /** True if it is ticked; `undefined` while no selection is active. */
  isChosen: boolean | undefined
  /** @param isRange true to select everything between this card and the one selected last. */
  onChosen: (id: string, isRange: boolean) => void
  isTabStop: boolean
  /** Ref callback of the card's link; the returned function is called on unmount. */
  onLink: (id: string, link: HTMLAnchorElement) => () => void
  onFocus: (id: string) => void
}

/** Renders one model of the grid. Memoized, so that only changed cards re-render. */
export const AssetCard = memo(function AssetCard(props: AssetCardProps) {
  const { asset, modelName, nowMs, isSelected, isChosen, isTabStop, onLink } = props
  const { id, name, createdAt, sizeBytes, stats } = asset
  const facts = [stats && describeMakeup(stats, formatRoughCount), formatBytes(sizeBytes)]
  const isChoosing = isChosen !== undefined
  const ref = useCallback(
    (link: HTMLAnchorElement | null) => (link ? onLink(id, link) : undefined),
    [onLink, id],
  )
  const [hasPicture, setHasPicture] = useState(!props.isFast)
  if (!hasPicture && !props.isFast) setHasPicture(true)
  return (
    <li
      aria-posinset={props.position}
      aria-setsize={props.count}
      className="absolute top-0 left-0 contain-strict"
      style={{
        transform: `translate(${props.x}px, ${props.y}px)`,
        width: props.width,
        height: props.height,
      }}
    >
      <Link
        ref={ref}
        href={`/library/${id}`}
        aria-current={isSelected || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => props.onFocus(id)}
        onDragStart={({ dataTransfer }) => putDraggedModel(dataTransfer, asset)}
        // In the capture phase, because the link ignores clicks with Shift.
        onClickCapture={(event) => {
          if (!isChoosing && !event.shiftKey) return
          event.stopPropagation()
          event.preventDefault()
          props.onChosen(id, event.shiftKey)
        }}
        data-chosen={isChosen || undefined}
        className="group relative block h-full overflow-hidden rounded-lg border border-line bg-surface-raised transition-colors -outline-offset-2 hover:border-line-strong aria-[current]:border-accent data-chosen:border-accent data-chosen:ring-1 data-chosen:ring-accent data-chosen:ring-inset"
      >
        <Turntable asset={asset} hasPicture={hasPicture} className="border-b border-line" />
        {isChoosing && (
          <span
            aria-hidden
            className="absolute top-2 left-2 grid size-5 place-items-center rounded-sm border border-line-strong bg-surface-overlay text-accent-ink group-data-chosen:border-accent group-data-chosen:bg-accent"
          >
            {isChosen && <Check className="size-3.5" />}
          </span>
        )}
        {isChosen && <span className="sr-only">Selected. </span>}
        <div className="px-3 py-2.5">
          <div className="flex h-5 items-center gap-1.5">
            <span className="min-w-0 flex-1 truncate font-medium" title={name}>
              {name}
            </span>
            {asset.isStarred && (
              <Star aria-label="Starred" className="size-3.5 shrink-0 fill-accent text-accent" />
            )}
          </div>
          <div className="mt-0.5 h-5 truncate text-xs/5 text-ink-muted tabular-nums">
            {facts.filter(Boolean).join(' · ')}
          </div>
          <div className="flex h-5 justify-between gap-2 text-xs/5 text-ink-faint">
            <span className="min-w-0 truncate">{modelName}</span>
            <time dateTime={createdAt} className="shrink-0">
              {formatAge(createdAt, nowMs)}
            </time>
          </div>
        </div>
      </Link>
    </li>
  )
})

import Check from 'lucide-react/icons/check'
import Star from 'lucide-react/icons/star'
import { memo, useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { Asset, ModelStats } from '#contract/assets.ts'
import {
  describeMakeup,
  formatAge,
  formatBytes,
  formatCount,
  formatLength,
  formatRoughCount,
  isSplatsOnly,
} from '#lib/format.ts'
import { putDraggedModel } from '#queries/dragged-model.ts'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/library.ts'
import { columnClass } from './column-class.ts'
import { Thumbnail } from './thumbnail.tsx'
import { Turntable } from './turntable.tsx'

type AssetCardProps = {
  asset: Asset
  x: number
  y: number
  width: number
  height: number
  position: number
  count: number
  modelName: string
  nowMs: number
  /** True while the list scrolls too fast to request pictures. */
  isFast: boolean
  isRow: boolean
  isSelected: boolean
  isChosen: boolean | undefined
  /** @param isRange whether to select all cards from the last selected card to this card. */
  onChosen: (id: string, isRange: boolean) => void
  isTabStop: boolean
  onLink: (id: string, link: HTMLAnchorElement) => () => void
  onFocus: (id: string) => void
}

/** Minimum width of a card, in CSS pixels, at which the card shows the model's age. */
const ageWidthMin = 200

const card = 'block rounded-lg'
const row =
  'flex items-center gap-3 border-b border-line px-2 hover:bg-hover aria-[current]:bg-accent-soft data-chosen:bg-accent-soft'

/** Renders one model. Memoized, so that only changed cards render again. */
export const AssetCard = memo(function AssetCard(props: AssetCardProps) {
  const { asset, modelName, nowMs, isRow, isSelected, isChosen, isTabStop, onLink } = props
  const { id, name, createdAt, sizeBytes, stats } = asset
  const makeup = stats && describeMakeup(stats, formatRoughCount)
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
      className="absolute top-0 start-0 contain-strict"
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
        // Use the capture phase, because the link ignores clicks with Shift.
        onClickCapture={(event) => {
          if (!isChoosing && !event.shiftKey) return
          event.stopPropagation()
          event.preventDefault()
          props.onChosen(id, event.shiftKey)
        }}
        data-chosen={isChosen || undefined}
        className={cn(
          'group relative h-full transition-colors -outline-offset-2',
          isRow ? row : card,
        )}
      >
        {isRow ? (
          <Thumbnail
            url={asset.thumbnailUrl}
            isWanted={hasPicture}
            className="size-10 shrink-0 rounded-md"
          />
        ) : (
          <Turntable
            asset={asset}
            hasPicture={hasPicture}
            // Draw the ring over the picture, because CSS containment clips everything outside the
            // list item.
            className="rounded-lg after:pointer-events-none after:absolute after:inset-0 after:rounded-lg after:ring-line-strong after:ring-inset group-hover:after:ring-1 group-aria-[current]:after:ring-2 group-aria-[current]:after:ring-accent group-data-chosen:after:ring-2 group-data-chosen:after:ring-accent"
          />
        )}
        {isChoosing && (
          <span
            aria-hidden
            className={cn(
              'grid size-5 shrink-0 place-items-center rounded-code border border-line-control bg-surface-overlay text-accent-ink group-data-chosen:border-accent group-data-chosen:bg-accent',
              isRow ? '-order-1' : 'absolute top-2 start-2',
            )}
          >
            {isChosen && <Check className="size-3.5" />}
          </span>
        )}
        {isChosen && <span className="sr-only">{t('Selected.')} </span>}
        <div className={isRow ? 'flex min-w-0 flex-1 items-center gap-4' : 'px-1 pt-2'}>
          <div className="flex h-5 min-w-0 flex-1 items-center gap-1.5">
            <span
              dir="auto"
              className={cn('min-w-0 truncate font-medium', !isRow && 'flex-1')}
              title={name}
            >
              {name}
            </span>
            {asset.isStarred && (
              <Star
                aria-label={t('Starred')}
                className="size-3.5 shrink-0 fill-accent text-accent"
              />
            )}
          </div>
          {isRow ? (
            <RowFacts {...props} />
          ) : (
            // A fact without room wraps to a line that is not shown.
            <div className="flex h-5 flex-wrap gap-1 overflow-hidden text-xs text-ink-muted tabular-nums">
              <span className="max-w-full truncate">{makeup}</span>
              <span>
                {makeup !== undefined && '· '}
                {formatBytes(sizeBytes)}
              </span>
              <span className="sr-only">{modelName}</span>
              {props.width >= ageWidthMin && (
                <time dateTime={createdAt} className="ms-auto ps-1">
                  {formatAge(createdAt, nowMs)}
                </time>
              )}
            </div>
          )}
        </div>
      </Link>
    </li>
  )
})

function RowFacts({ asset, modelName, nowMs }: AssetCardProps) {
  const { createdAt, sizeBytes, stats } = asset
  const height = stats && stats.boundsMax[1] - stats.boundsMin[1]
  return (
    <div className="flex shrink-0 items-center gap-4 text-xs text-ink-muted tabular-nums">
      <span className={columnClass.maker}>{modelName}</span>
      <span className={columnClass.height}>{height !== undefined && formatLength(height)}</span>
      <span className={columnClass.triangles}>{stats && describeTriangles(stats)}</span>
      <span className={columnClass.size}>{formatBytes(sizeBytes)}</span>
      <time dateTime={createdAt} className={columnClass.made}>
        {formatAge(createdAt, nowMs)}
      </time>
    </div>
  )
}

const describeTriangles = (stats: ModelStats): string =>
  isSplatsOnly(stats) ? describeMakeup(stats, formatRoughCount) : formatCount(stats.triangles)

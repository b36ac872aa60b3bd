import { Check, Star } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { sayAge, sayBytes, sayRoughCount } from '#lib/format.ts'
import { Turntable } from './turntable.tsx'

type AssetCardProps = {
  asset: Asset
  /** Inside of the grid, in CSS pixels. */
  place: { x: number; y: number; width: number; height: number }
  /** `of` is -1 where nobody knows how many there are. */
  position: { index: number; of: number }
  modelName: string
  nowMs: number
  isSelected: boolean
  /** Whether it is ticked, while some are being chosen. */
  isChosen: boolean | undefined
  onChosen: () => void
  /** Whether Tab stops here; arrow keys go on from it. */
  isTabStop: boolean
  ref: Ref<HTMLAnchorElement>
  onFocus: () => void
}

export function AssetCard(props: AssetCardProps) {
  const { asset, place, position, modelName, nowMs, isSelected, isChosen, isTabStop, ref } = props
  const { id, name, createdAt, sizeBytes, stats } = asset
  const facts = [stats && `${sayRoughCount(stats.triangles)} triangles`, sayBytes(sizeBytes)]
  const isChoosing = isChosen !== undefined
  return (
    <li
      aria-posinset={position.index}
      aria-setsize={position.of}
      className="absolute top-0 left-0 contain-strict"
      style={{
        transform: `translate(${place.x}px, ${place.y}px)`,
        width: place.width,
        height: place.height,
      }}
    >
      <Link
        ref={ref}
        href={`/library/${id}`}
        aria-current={isSelected || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={props.onFocus}
        onClick={(event) => {
          if (!isChoosing) return
          event.preventDefault()
          props.onChosen()
        }}
        data-chosen={isChosen || undefined}
        className="group relative block h-full overflow-hidden rounded-lg border border-line bg-surface-raised transition-colors -outline-offset-2 hover:border-line-strong aria-[current]:border-accent data-chosen:border-accent data-chosen:ring-1 data-chosen:ring-accent"
      >
        <Turntable asset={asset} className="border-b border-line" />
        {isChoosing && (
          <span
            aria-hidden
            className="absolute top-2 left-2 grid size-5 place-items-center rounded-sm border border-line-strong bg-surface-overlay text-accent-ink group-data-chosen:border-accent group-data-chosen:bg-accent"
          >
            {isChosen && <Check className="size-3.5" />}
          </span>
        )}
        {isChosen && <span className="sr-only">Chosen. </span>}
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
              {sayAge(createdAt, nowMs)}
            </time>
          </div>
        </div>
      </Link>
    </li>
  )
}

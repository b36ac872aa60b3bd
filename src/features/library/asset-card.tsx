import { Star } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { sayAge, sayBytes, sayRoughCount } from '#lib/format.ts'
import { Thumbnail } from './thumbnail.tsx'

type AssetCardProps = {
  asset: Asset
  modelName: string
  nowMs: number
  isSelected: boolean
  /** Whether Tab stops here; arrow keys go on from it. */
  isTabStop: boolean
  ref: Ref<HTMLAnchorElement>
  onFocus: () => void
}

export function AssetCard({
  asset,
  modelName,
  nowMs,
  isSelected,
  isTabStop,
  ref,
  onFocus,
}: AssetCardProps) {
  const { id, name, createdAt, sizeBytes, stats, thumbnailUrl } = asset
  const facts = [stats && `${sayRoughCount(stats.triangles)} triangles`, sayBytes(sizeBytes)]
  return (
    <li className="[contain-intrinsic-size:auto_260px] [content-visibility:auto]">
      <Link
        ref={ref}
        href={`/library/${id}`}
        aria-current={isSelected || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        className="group block overflow-hidden rounded-lg border border-line bg-surface-raised transition-colors -outline-offset-2 hover:border-line-strong aria-[current]:border-accent"
      >
        <Thumbnail url={thumbnailUrl} className="border-b border-line" />
        <div className="px-3 py-2.5">
          <div className="flex items-center gap-1.5">
            <span className="min-w-0 flex-1 truncate font-medium" title={name}>
              {name}
            </span>
            {asset.isStarred && (
              <Star aria-label="Starred" className="size-3.5 shrink-0 fill-accent text-accent" />
            )}
          </div>
          <div className="mt-0.5 truncate text-xs text-ink-muted tabular-nums">
            {facts.filter(Boolean).join(' · ')}
          </div>
          <div className="mt-0.5 flex justify-between gap-2 text-xs text-ink-faint">
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

import Box from 'lucide-react/icons/box'
import Download from 'lucide-react/icons/download'
import type { Asset } from '#contract/assets.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Thumbnail } from '../list/thumbnail.tsx'

type SharePreviewProps = {
  asset: Asset
  /** The link's path; `undefined` before there is a link. */
  path: string | undefined
}

/** Renders what somebody with the link sees: the model in a small window with its address. */
export function SharePreview({ asset, path }: SharePreviewProps) {
  const address = path === undefined ? 'No link yet' : `${location.host}${path}`
  return (
    <figure className="rounded-xl bg-surface-sunken p-4">
      <figcaption className="mb-3 text-xs text-ink-muted">What they see</figcaption>
      <div className="card overflow-hidden">
        <p className="flex h-8 items-center gap-1.5 border-b border-line px-3">
          <span aria-hidden className="flex gap-1">
            {[0, 1, 2].map((dot) => (
              <span key={dot} className="size-2 rounded-full bg-line-strong" />
            ))}
          </span>
          <span className="mx-auto max-w-[80%] truncate rounded-code bg-hover px-2 text-2xs text-ink-muted">
            {address}
          </span>
        </p>
        <Thumbnail
          url={asset.thumbnailUrl}
          className={`aspect-4/3! transition-opacity ${path === undefined ? 'opacity-40' : ''}`}
        />
        <div className="flex flex-wrap items-center gap-2 px-3 py-2.5">
          <span className="min-w-0 flex-1 truncate font-semibold">{asset.name}</span>
          <Badge icon={<Box aria-hidden />}>Turn it</Badge>
          <Badge icon={<Download aria-hidden />}>Download</Badge>
        </div>
      </div>
    </figure>
  )
}

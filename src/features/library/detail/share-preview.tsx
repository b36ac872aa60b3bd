import Box from 'lucide-react/icons/box'
import Download from 'lucide-react/icons/download'
import { useState, type ReactNode } from 'react'
import type { Asset } from '#contract/assets.ts'
import { cn } from '#ui/cn.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { ShareTab } from '#ui/sharing/share-dialog.tsx'
import { Thumbnail } from '../list/thumbnail.tsx'

type SharePreviewProps = {
  asset: Asset
  path: string | undefined
  tab: ShareTab
}

export const SharePreview = ({ tab, ...props }: SharePreviewProps) => (
  <figure className="rounded-xl bg-surface-sunken p-4">
    <figcaption className="mb-3 text-xs text-ink-muted">What they see</figcaption>
    {tab === 'link' && <LinkPage {...props} />}
    {tab === 'embed' && <EmbeddingPage {...props} />}
    {tab === 'phone' && <PhoneScreen {...props} />}
  </figure>
)

type PageProps = Omit<SharePreviewProps, 'tab'>

const LinkPage = ({ asset, path }: PageProps) => (
  <Window address={path === undefined ? 'No link yet' : `${location.host}${path}`}>
    {path === undefined ? (
      <Thumbnail url={asset.thumbnailUrl} className="aspect-4/3! opacity-40" />
    ) : (
      <LiveModel asset={asset} />
    )}
    <Caption asset={asset} />
  </Window>
)

const EmbeddingPage = ({ asset }: PageProps) => (
  <Window address="your-page.example">
    <div className="grid gap-2.5 p-4">
      <span aria-hidden className="h-2 rounded-full bg-hover" />
      <span aria-hidden className="h-2 w-3/4 rounded-full bg-hover" />
      <LiveModel asset={asset} className="rounded-md" />
      <span aria-hidden className="h-2 w-5/6 rounded-full bg-hover" />
    </div>
  </Window>
)

const PhoneScreen = ({ asset }: PageProps) => (
  <div className="mx-auto w-44 overflow-hidden rounded-2xl border-4 border-ink bg-surface">
    <Thumbnail url={asset.thumbnailUrl} className="aspect-9/14!" />
    <Caption asset={asset} />
  </div>
)

/** Larger models are shown as a picture, because they would take too long to load in the dialog. */
const liveBytesMax = 32 * 2 ** 20

const loadViewer = async () => (await import('#viewer/viewer.tsx')).Viewer

/** Renders the model, which the user can turn. Its picture is visible until the model is drawn. */
function LiveModel({ asset, className }: { asset: Asset; className?: string }) {
  const [isDrawn, setIsDrawn] = useState(false)
  const { url, name, mimeType, sizeBytes, thumbnailUrl } = asset
  const isLive = mimeType === 'model/gltf-binary' && sizeBytes <= liveBytesMax
  return (
    <Thumbnail url={thumbnailUrl} className={cn('aspect-4/3!', className)}>
      {isLive && (
        <Loaded
          load={loadViewer}
          props={{
            model: { url, title: name },
            onLoaded: () => setIsDrawn(true),
            className: cn('absolute! inset-0 backdrop-stage', !isDrawn && 'opacity-0'),
          }}
        />
      )}
    </Thumbnail>
  )
}

const Window = ({ address, children }: { address: string; children: ReactNode }) => (
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
    {children}
  </div>
)

const Caption = ({ asset }: { asset: Asset }) => (
  <div className="flex flex-wrap items-center gap-2 px-3 py-2.5">
    <span className="min-w-0 flex-1 truncate font-semibold">{asset.name}</span>
    <Badge icon={<Box aria-hidden />}>Turn it</Badge>
    <Badge icon={<Download aria-hidden />}>Download</Badge>
  </div>
)

import type { ReactNode } from 'react'
import type { Asset } from '#contract/assets.ts'
import type { ChangeAssetShare } from '#contract/sharing/shares.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { ShareTab } from '#ui/sharing/share-dialog.tsx'
import { type EmbedSettings, plainEmbed } from '#workshop/embed/embed-settings.ts'
import { t } from '#languages/library.ts'
import { Thumbnail } from '../list/thumbnail.tsx'

type SharePreviewProps = {
  asset: Asset
  /** Path of the link. Undefined before it exists. */
  path: string | undefined
  options: ChangeAssetShare
  tab: ShareTab
  embed: EmbedSettings
}

export const SharePreview = ({ tab, ...props }: SharePreviewProps) => (
  <figure className="rounded-xl bg-surface-sunken p-4 max-md:order-first md:sticky md:top-0">
    <figcaption className="mb-3 text-xs text-ink-muted">{t('What they see')}</figcaption>
    {tab === 'link' && <LinkPage {...props} />}
    {tab === 'embed' && <EmbeddingPage {...props} />}
    {tab === 'phone' && <PhoneScreen {...props} />}
  </figure>
)

type PageProps = Omit<SharePreviewProps, 'tab'>

const LinkPage = ({ asset, path, options }: PageProps) => (
  <Window address={path === undefined ? t('No link yet') : `${location.host}${path}`}>
    <LiveModel asset={asset} options={options} embed={plainEmbed} isPage />
  </Window>
)

const EmbeddingPage = ({ asset, options, embed }: PageProps) => (
  <Window address="your-page.example">
    <div className="grid gap-2.5 p-4">
      <span aria-hidden className="h-2 rounded-full bg-hover" />
      <span aria-hidden className="h-2 w-3/4 rounded-full bg-hover" />
      <div className="overflow-hidden rounded-md">
        <LiveModel asset={asset} options={options} embed={embed} />
      </div>
      <span aria-hidden className="h-2 w-5/6 rounded-full bg-hover" />
    </div>
  </Window>
)

const PhoneScreen = ({ asset }: PageProps) => (
  <div className="mx-auto w-44 overflow-hidden rounded-2xl border-4 border-surface-overlay bg-surface ring-1 ring-line-strong">
    <Thumbnail url={asset.thumbnailUrl} className="aspect-9/14!" />
    <Caption asset={asset} />
  </div>
)

/** Upper bound of a model in bytes that the dialog renders. Larger models take too long to load. */
const liveBytesMax = 32 * 2 ** 20

const loadEmbed = async () => (await import('#workshop/embed/embed-view.tsx')).EmbedView

type LiveModelProps = Omit<PageProps, 'path'> & { isPage?: boolean }

function LiveModel({ asset, options, embed, isPage = false }: LiveModelProps) {
  const { url, name, mimeType, sizeBytes, stats, thumbnailUrl } = asset
  const { altText, canDownload = true } = options
  if (sizeBytes > liveBytesMax) return <Thumbnail url={thumbnailUrl} className="aspect-4/3!" />
  return (
    <div className="relative aspect-4/3 max-lg:aspect-square">
      <Loaded
        load={loadEmbed}
        props={{
          asset: {
            url,
            name,
            mimeType,
            sizeBytes,
            stats,
            thumbnailUrl,
            altText: altText ?? undefined,
            canDownload,
          },
          settings: embed,
          isPage,
          isPreview: true,
        }}
        fallback={<Thumbnail url={thumbnailUrl} className="aspect-4/3!" />}
      />
    </div>
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
      <span
        dir="ltr"
        className="mx-auto max-w-[80%] truncate rounded-code bg-hover px-2 text-2xs text-ink-muted"
      >
        {address}
      </span>
    </p>
    {children}
  </div>
)

const Caption = ({ asset }: { asset: Asset }) => (
  <p dir="auto" className="truncate px-3 py-2.5 font-semibold">
    {asset.name}
  </p>
)

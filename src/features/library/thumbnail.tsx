import { Box } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#ui/cn.ts'

type ThumbnailProps = { url: string | undefined; className?: string }

/** The picture of a model, or a sign in its place where there is none or it does not load. */
export function Thumbnail({ url, className }: ThumbnailProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isMissing = url === undefined || url === brokenUrl
  return (
    <div
      className={cn(
        'grid aspect-square place-items-center overflow-hidden bg-[radial-gradient(circle_at_50%_40%,var(--surface-overlay),var(--surface-sunken)_90%)]',
        className,
      )}
    >
      {isMissing ? (
        <Box aria-hidden className="size-8 stroke-1 text-ink-faint" />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBrokenUrl(url)}
          className="size-full object-contain"
        />
      )}
    </div>
  )
}

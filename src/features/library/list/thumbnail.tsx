import Box from 'lucide-react/icons/box'
import { useState, type ComponentProps } from 'react'
import { cn } from '#ui/cn.ts'

type ThumbnailProps = ComponentProps<'div'> & {
  url: string | undefined
  isWanted?: boolean
}

/** Renders the picture of a model. Without a picture, renders an icon. */
export function Thumbnail({ url, isWanted = true, className, children, ...rest }: ThumbnailProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isMissing = url === undefined || url === brokenUrl
  return (
    <div
      {...rest}
      className={cn(
        'relative grid aspect-square place-items-center overflow-hidden backdrop-stage',
        className,
      )}
    >
      {isMissing && <Box aria-hidden className="size-8 stroke-1 text-ink-faint" />}
      {!isMissing && isWanted && (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBrokenUrl(url)}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {children}
    </div>
  )
}

import { Box } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { cn } from '#ui/cn.ts'

type ThumbnailProps = ComponentProps<'div'> & {
  url: string | undefined
  /** Its place is kept empty as long as this is false. */
  isWanted?: boolean
}

/**
 * The picture of a model, or a sign in its place where there is none or it does not load. `children`
 * lie over it.
 */
export function Thumbnail({ url, isWanted = true, className, children, ...rest }: ThumbnailProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isMissing = url === undefined || url === brokenUrl
  return (
    <div
      {...rest}
      className={cn(
        'grid aspect-square place-items-center overflow-hidden backdrop-stage',
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
          className="size-full object-contain"
        />
      )}
      {children}
    </div>
  )
}

import Box from 'lucide-react/icons/box'
import { useState } from 'react'

export function ModelStill({ url, title }: { url: string | undefined; title: string }) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (url === undefined || url === brokenUrl) {
    return <Box aria-hidden className="absolute inset-0 m-auto size-8 stroke-1 text-ink-faint" />
  }
  return (
    <img
      src={url}
      alt={title}
      loading="lazy"
      decoding="async"
      onError={() => setBrokenUrl(url)}
      className="absolute inset-0 size-full object-contain"
    />
  )
}

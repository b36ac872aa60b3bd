import { useEffect, useState } from 'react'
import { formatBytes } from '#lib/format.ts'
import type { GlbTexture } from '#model-files/glb/glb-header.ts'
import { readHeaderAt, type StatedFacts as Stated } from '#model-files/inspect/read-header-at.ts'
import { Fact, FactList } from './fact-list.tsx'

export function HeaderFacts({ url }: { url: string }) {
  const [found, setFound] = useState<{ url: string; facts: Stated }>()

  useEffect(() => {
    const abort = new AbortController()
    readHeaderAt(url, abort.signal).then(
      (facts) => setFound({ url, facts }),
      (error: unknown) => {
        if (!abort.signal.aborted) console.warn(error)
      },
    )
    return () => abort.abort()
  }, [url])

  if (found?.url !== url) return null
  const { facts } = found
  return (
    <FactList facts={facts}>
      {facts.pictures.length > 0 && (
        <Fact name="Textures">
          <ul>
            {facts.pictures.map((picture, index) => (
              <li key={index}>{describePicture(picture)}</li>
            ))}
          </ul>
        </Fact>
      )}
    </FactList>
  )
}

const describePicture = ({ mimeType, sizeBytes, widthPx, heightPx }: GlbTexture): string =>
  [
    widthPx !== undefined && heightPx !== undefined && `${widthPx} × ${heightPx} `,
    `${mimeType.replace('image/', '').toUpperCase()}, ${formatBytes(sizeBytes)}`,
  ]
    .filter(Boolean)
    .join('')

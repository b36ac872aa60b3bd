import Download from 'lucide-react/icons/download'
import { useEffect, useState } from 'react'
import { fileName, formatBytes, joinWithCommas } from '#lib/format.ts'
import { PanelSection } from '#ui/layout/section.tsx'
import { describeFailure } from '#model-files/errors.ts'
import type { GlbTexture } from '#model-files/glb/glb-header.ts'
import { pictureGpuBytes } from '#model-files/inspect/read-header-at.ts'
import { type FilePicture, readPictures } from '#model-files/inspect/read-pictures.ts'
import { t } from '#languages/viewer.ts'

type PictureListProps = { url: string; title: string; pictures: readonly GlbTexture[] }

type Shown = FilePicture & { url: string }

export function TextureList({ url, title, pictures }: PictureListProps) {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    const abort = new AbortController()
    let made: Shown[] = []
    const read = async () => {
      // The browser's cache answers this request, because the model was just downloaded.
      const response = await fetch(url, { signal: abort.signal })
      const glb = new Uint8Array(await response.arrayBuffer())
      made = readPictures(glb).map((one) => ({ ...one, url: URL.createObjectURL(one.blob) }))
      setShown(made)
    }
    read().catch((error: unknown) => {
      if (!abort.signal.aborted) setFailure(describeFailure(error))
    })
    return () => {
      abort.abort()
      for (const one of made) URL.revokeObjectURL(one.url)
    }
  }, [url])

  return (
    <PanelSection
      title={t('Textures')}
      aside={<span className="text-xs text-ink-faint tabular-nums">{pictures.length}</span>}
    >
      {failure !== undefined && <p className="text-ink-muted">{failure}</p>}
      <ul className="flex flex-col gap-3">
        {pictures.map(({ mimeType, sizeBytes, widthPx, heightPx }, index) => {
          const one = shown[index]
          const kind = mimeType.replace('image/', '')
          return (
            <li key={index} className="flex items-center gap-3">
              {one && kind !== 'ktx2' ? (
                <img
                  src={one.url}
                  alt=""
                  className="size-14 shrink-0 rounded-md border border-line bg-surface-sunken object-contain"
                />
              ) : (
                <div className="size-14 shrink-0 rounded-md border border-line bg-surface-sunken" />
              )}
              <div className="min-w-0 flex-1">
                <p className="text-pretty first-letter:uppercase">
                  {(one && joinUses(one)) ||
                    one?.name ||
                    t('texture {index}', { index: index + 1 })}
                </p>
                <p className="text-xs text-ink-muted tabular-nums">
                  {widthPx !== undefined && heightPx !== undefined && `${widthPx} × ${heightPx} · `}
                  {kind.toUpperCase()} · {formatBytes(sizeBytes)}
                </p>
                {widthPx !== undefined && heightPx !== undefined && (
                  <p className="text-xs text-ink-faint tabular-nums">
                    {t('{pictureGpuBytes} of graphics memory', {
                      pictureGpuBytes: formatBytes(
                        pictureGpuBytes({ mimeType, sizeBytes, widthPx, heightPx }),
                      ),
                    })}
                  </p>
                )}
              </div>
              {one && (
                <a
                  href={one.url}
                  download={fileName(`${title} ${one.title}`, getEnding(kind))}
                  aria-label={t('Download {uses}', { uses: joinUses(one) || one.name })}
                  data-tooltip={t('Download')}
                  className="grid size-8 shrink-0 place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink coarse:size-11"
                >
                  <Download aria-hidden className="size-4" />
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </PanelSection>
  )
}

const useNames = new Map([
  ['base colour', t('base colour')],
  ['metalness and roughness', t('metalness and roughness')],
  ['normal map', t('normal map')],
  ['ambient occlusion', t('ambient occlusion')],
  ['emissive', t('emissive')],
])

const joinUses = ({ uses }: FilePicture): string =>
  joinWithCommas(uses.map((use) => useNames.get(use) ?? use))

const getEnding = (kind: string): string => (kind === 'jpeg' ? 'jpg' : kind)

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { readShared } from '#api/shares.ts'
import type { SharedAsset } from '#contract/sharing/shares.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import { LinkState } from '#ui/feedback/link-state.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { useUnlisted } from '#ui/layout/use-unlisted.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { isLarge } from '#workshop/large-model/large.ts'
import {
  type EmbedSettings,
  plainEmbed,
  readEmbedSettings,
} from '#workshop/embed/embed-settings.ts'
import { preloadModel } from '#viewer/loading/preload.ts'
import { warmUp } from '#viewer/warm-up.ts'
import { t } from '#languages/app.ts'

const loadEditor = async () => (await import('./shared-editor.tsx')).SharedEditor
const loadEmbed = async () => (await import('#workshop/embed/embed-view.tsx')).EmbedView

const isFramed = (): boolean => window.parent !== window

export function SharePage({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => readEarly(token, signal),
    retry: (count, failure) => !isGone(failure) && count < 2,
  })
  const settings = useEmbedSettings()
  const [hasTools, setHasTools] = useState(isFramed() && settings.look === 'full')
  useUnlisted()
  useEffect(() => {
    // Load the viewer's code while the model's data loads. The viewer itself reports errors.
    const load = hasTools ? loadEditor : loadEmbed
    load().catch(() => {})
    warmUp()
  }, [hasTools])
  useEffect(() => {
    if (data) document.title = t('{name} · Bozzetto', { name: data.name })
  }, [data])

  if (data) {
    // The editor can export models, so show the editor only if downloads are allowed.
    return hasTools && data.canDownload ? (
      <Loaded load={loadEditor} props={{ asset: data }} fallback={<Opening />} />
    ) : (
      <Loaded
        load={loadEmbed}
        props={{
          asset: data,
          settings,
          isPage: !isFramed(),
          onAllTools: () => {
            if (isFramed()) window.open(withoutSettings(location.href), '_blank', 'noopener')
            else setHasTools(true)
          },
        }}
        fallback={<Opening />}
      />
    )
  }
  return (
    <LinkState
      problem={error ? explainError(error) : undefined}
      isGone={isGone(error)}
      title={t('The model could not be loaded')}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

/**
 * Loads the data of the shared model and starts to load its file, unless the user must confirm a
 * large file first.
 */
async function readEarly(token: string, signal: AbortSignal): Promise<SharedAsset> {
  const asset = await readShared(token, signal)
  const { mimeType, sizeBytes, stats } = asset
  if (mimeType === glbMimeType && !isLarge({ sizeBytes, triangles: stats?.triangles })) {
    preloadModel(asset.url)
  }
  return asset
}

/** Returns the settings in the URL. Makes the page transparent if the URL requests it. */
function useEmbedSettings(): EmbedSettings {
  const [settings] = useState(() => (isFramed() ? readEmbedSettings(location.search) : plainEmbed))
  const isTransparent = settings.backdrop === 'none'
  useEffect(() => {
    if (!isTransparent) return
    const { style } = document.documentElement
    style.background = 'transparent'
    // Browsers draw an opaque background if the frame's colour scheme differs from the element's.
    style.colorScheme = 'light'
  }, [isTransparent])
  return settings
}

const withoutSettings = (address: string): string => {
  const url = new URL(address)
  url.search = ''
  return url.href
}

const Opening = () => (
  <div className="grid h-full place-items-center text-ink-faint">
    <Spinner label={t('Opening the 3D view')} className="size-5" />
  </div>
)

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

import Download from 'lucide-react/icons/download'
import Maximize from 'lucide-react/icons/maximize'
import Play from 'lucide-react/icons/play'
import Rotate3d from 'lucide-react/icons/rotate-3d'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Wrench from 'lucide-react/icons/wrench'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { withBase } from '#lib/base-path.ts'
import { describeMakeup, fileName, formatBytes, formatCount } from '#lib/format.ts'
import { endingOfModel, glbMimeType } from '#lib/model-kinds.ts'
import { type ModelVariant, withVariant } from '#model-files/glb/variant-address.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Select } from '#ui/fields/select.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { defaultLook } from '#viewer/look/look.ts'
import { Viewer, type ViewerHandle } from '#viewer/viewer.tsx'
import { t } from '#languages/viewer.ts'
import { arWay } from '../ar/ar-way.ts'
import { isLarge } from '../large-model/large.ts'
import { createPartsStore } from '../state/parts-store.ts'
import type { EmbedSettings } from './embed-settings.ts'

const loadAr = async () => (await import('../ar/ar-view.tsx')).ArView
const loadAnimationBar = async () => (await import('../parts/animation-bar.tsx')).AnimationBar
const loadPartsStage = async () => (await import('../parts/parts-stage.tsx')).PartsStage
const loadConverted = async () => (await import('./converted-model.tsx')).ConvertedModel

export type EmbedAsset = {
  name: string
  url: string
  mimeType: string
  sizeBytes: number
  stats?: { triangles: number; vertices: number; extensions: readonly string[] } | undefined
  thumbnailUrl?: string | undefined
  altText?: string | undefined
  canDownload: boolean
}

type EmbedViewProps = {
  asset: EmbedAsset
  settings: EmbedSettings
  isPage?: boolean
  isPreview?: boolean
  onAllTools?: (() => void) | undefined
}

/** Renders a shared model without the editor, so that visitors load little code. */
export function EmbedView(props: EmbedViewProps) {
  const { asset, settings } = props
  const { name, url, mimeType, sizeBytes, stats } = asset
  const [isAllowed, setIsAllowed] = useState(!isLarge({ sizeBytes, triangles: stats?.triangles }))
  const isGlb = mimeType === glbMimeType
  // A change of this setting reloads the model, like a new frame.
  const modelKey = String(settings.isTurning)
  return (
    <section
      aria-label={t('Model')}
      className={`relative h-full overflow-hidden ${settings.backdrop === 'stage' ? 'backdrop-stage' : ''}`}
      style={settings.backdrop.startsWith('#') ? { background: settings.backdrop } : undefined}
    >
      {!isAllowed && (
        <>
          <Poster asset={asset} />
          <div className="absolute inset-0 grid place-items-center">
            <Button icon={<Play aria-hidden />} onClick={() => setIsAllowed(true)}>
              {t('Show the model ({sizeBytes})', { sizeBytes: formatBytes(sizeBytes) })}
            </Button>
          </div>
        </>
      )}
      {isAllowed && isGlb && <LiveModel key={modelKey} {...props} url={url} />}
      {isAllowed && !isGlb && (
        <Loaded
          load={loadConverted}
          fallback={<Poster asset={asset} />}
          props={{
            file: { url, fileName: fileName(name, endingOfModel(mimeType)) },
            fallback: <Poster asset={asset} />,
            renderModel: (glb: string) => <LiveModel key={modelKey} {...props} url={glb} />,
          }}
        />
      )}
    </section>
  )
}

const Poster = ({ asset: { thumbnailUrl, altText, name } }: { asset: EmbedAsset }) =>
  thumbnailUrl === undefined ? null : (
    <img
      src={thumbnailUrl}
      alt={altText ?? name}
      className="pointer-events-none absolute inset-0 size-full object-contain"
    />
  )

const ownChoice: ModelVariant = {}

function LiveModel({
  asset,
  settings,
  isPage = false,
  isPreview = false,
  onAllTools,
  url,
}: EmbedViewProps & { url: string }) {
  const viewer = useRef<ViewerHandle>(null)
  const root = useRef<HTMLDivElement>(null)
  const [isTurning, setIsTurning] = useState(settings.isTurning)
  const [loaded, setLoaded] = useState<LoadedModel>()
  const [isDrawn, setIsDrawn] = useState(false)
  const [choice, setChoice] = useState(ownChoice)
  const [parts] = useState(createPartsStore)
  const { needsClick, side } = settings
  const isNarrow = useIsNarrow(root)
  useWheelAfterFocus(root, needsClick)
  useEffect(() => {
    if (loaded) viewer.current?.view(side)
  }, [loaded, side])

  const title = asset.altText ?? asset.name
  const { variants = [], scenes = [], scene = 0, animations = 0 } = loaded ?? {}
  const isNamed = isPage || settings.look !== 'clean'
  return (
    <div ref={root} className="absolute inset-0 @container">
      {!isDrawn && <Poster asset={asset} />}
      <Viewer
        ref={viewer}
        model={{ url: withVariant(url, choice), title }}
        subject={url}
        look={{ ...defaultLook, isTurning }}
        insetPx={isNarrow ? narrowInsetPx : 0}
        onLoaded={(facts) => {
          setLoaded((now) => now ?? facts)
          setIsDrawn(true)
        }}
        onFailed={() => setIsDrawn(true)}
        onTurningEnded={() => setIsTurning(false)}
        onStage={animations > 0 && <Loaded load={loadPartsStage} props={{ store: parts }} />}
        className="h-full"
      />
      {animations > 0 && <Loaded load={loadAnimationBar} props={{ store: parts }} />}
      {/* In a narrow frame, the name is at the top, where it covers less of the model. */}
      <footer className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-wrap items-end justify-between gap-2 p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] @max-md:top-0 @max-md:flex-col @max-md:flex-nowrap @max-md:items-start">
        <Caption asset={asset} isNamed={isNamed} isPage={isPage} heading={isPreview ? 'p' : 'h1'} />
        <div className="pointer-events-auto ms-auto flex flex-wrap items-center justify-end gap-2">
          <Choices
            variants={variants}
            scenes={scenes}
            choice={{ scene, ...choice }}
            onChoice={setChoice}
          />
          {settings.hasAr && <RoomButton asset={asset} url={url} choice={choice} parts={parts} />}
          {isPage && asset.canDownload && (
            <LinkButton
              href={asset.url}
              download={fileName(asset.name, endingOfModel(asset.mimeType))}
              icon={<Download aria-hidden />}
            >
              {t('Download')}
            </LinkButton>
          )}
          <div role="toolbar" aria-label={t('View')} className="flex gap-0.5 float p-1">
            <IconButton
              label={t('Turn by itself')}
              isActive={isTurning}
              icon={<Rotate3d aria-hidden />}
              onClick={() => setIsTurning(!isTurning)}
            />
            <IconButton
              label={t('Reset the view')}
              icon={<RotateCcw aria-hidden />}
              onClick={() => viewer.current?.view(side)}
            />
            {onAllTools && asset.canDownload && isNamed && (
              <IconButton
                label={t('Open with all tools')}
                icon={<Wrench aria-hidden />}
                onClick={onAllTools}
              />
            )}
            {!isPreview && document.fullscreenEnabled && (
              <IconButton
                label={t('Full screen')}
                icon={<Maximize aria-hidden />}
                onClick={() => void toggleFullScreen().catch(reportFailure(t('Could not switch')))}
              />
            )}
          </div>
        </div>
      </footer>
    </div>
  )
}

/** Width of the container breakpoint `@md`, in CSS pixels. */
const narrowPx = 448

/** Height of the name at the top of a narrow frame, and of the buttons below, in CSS pixels. */
const narrowInsetPx = 68

function useIsNarrow(root: { readonly current: HTMLElement | null }): boolean {
  const [isNarrow, setIsNarrow] = useState(false)
  useEffect(() => {
    const element = root.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setIsNarrow(element.clientWidth < narrowPx))
    observer.observe(element)
    return () => observer.disconnect()
  }, [root])
  return isNarrow
}

/** Lets the wheel scroll the page until the model has the focus, for example after a click. */
function useWheelAfterFocus(root: { readonly current: HTMLElement | null }, isOn: boolean): void {
  useEffect(() => {
    const element = root.current
    if (!isOn || !element) return undefined
    const onWheel = (event: WheelEvent) => {
      if (!element.contains(document.activeElement)) event.stopPropagation()
    }
    element.addEventListener('wheel', onWheel, { capture: true, passive: true })
    return () => element.removeEventListener('wheel', onWheel, { capture: true })
  }, [root, isOn])
}

type CaptionProps = { asset: EmbedAsset; isNamed: boolean; isPage: boolean; heading: 'h1' | 'p' }

function Caption({ asset, isNamed, isPage, heading: Heading }: CaptionProps) {
  const { name, stats, sizeBytes } = asset
  const facts = [stats && describeMakeup(stats, formatCount), formatBytes(sizeBytes)]
  return (
    <div className="flex min-w-0 items-center gap-2 float px-2.5 py-1.5 text-xs text-ink-muted">
      {!isPage && <img src={withBase('/icon.svg')} alt="" className="size-4 shrink-0" />}
      {isNamed ? (
        <div className="min-w-0">
          <Heading dir="auto" className="truncate text-sm font-semibold text-ink">
            {name}
          </Heading>
          {isPage && <p className="tabular-nums">{facts.filter(Boolean).join(' · ')}</p>}
        </div>
      ) : (
        <Heading className="sr-only">{name}</Heading>
      )}
      {!isPage && <span className="shrink-0">{t('Bozzetto')}</span>}
    </div>
  )
}

type ChoicesProps = {
  variants: readonly string[]
  scenes: readonly string[]
  choice: ModelVariant
  onChoice: (choice: ModelVariant) => void
}

const toOptions = (labels: readonly string[]) =>
  labels.map((label, at) => ({ value: String(at), label }))

const Choices = ({ variants, scenes, choice, onChoice }: ChoicesProps): ReactNode => (
  <>
    {scenes.length > 1 && (
      <Select
        aria-label={t('Scene')}
        className="w-auto! shadow-overlay"
        value={String(choice.scene ?? 0)}
        options={toOptions(scenes)}
        onValueChange={(value) => onChoice({ ...choice, scene: Number(value) })}
      />
    )}
    {variants.length > 0 && (
      <Select
        aria-label={t('Variant')}
        className="w-auto! shadow-overlay"
        value={choice.variant === undefined ? 'own' : String(choice.variant)}
        options={[{ value: 'own', label: t('Default') }, ...toOptions(variants)]}
        onValueChange={(value) =>
          onChoice({ ...choice, variant: value === 'own' ? undefined : Number(value) })
        }
      />
    )}
  </>
)

type RoomButtonProps = {
  asset: EmbedAsset
  url: string
  choice: ModelVariant
  parts: ReturnType<typeof createPartsStore>
}

function RoomButton({ asset, url, choice, parts }: RoomButtonProps) {
  const publicUrl =
    asset.mimeType === glbMimeType ? new URL(asset.url, location.origin).href : undefined
  if (arWay(publicUrl) === undefined) return null
  const model = { url, title: asset.name, fileName: fileName(asset.name, 'glb'), publicUrl }
  return <Loaded load={loadAr} props={{ editor: { model, original: model, choice, parts } }} />
}

const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()

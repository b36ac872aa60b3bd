import { useQuery } from '@tanstack/react-query'
import Camera from 'lucide-react/icons/camera'
import FolderOpen from 'lucide-react/icons/folder-open'
import ImageUp from 'lucide-react/icons/image-up'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Rotate3d from 'lucide-react/icons/rotate-3d'
import Type from 'lucide-react/icons/type'
import type { ReactNode } from 'react'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { buttonClass } from '#ui/actions/button-class.ts'
import { cn } from '#ui/cn.ts'
import { Tile } from '#ui/feedback/tile.tsx'
import { ByPointer } from '#ui/layout/by-pointer.tsx'
import { t } from '#languages/studio.ts'
import { checkerboard } from '../picture/checkerboard.ts'
import { useShownUrl } from '../picture/use-shown-url.ts'
import { describeAccepted, type StudioPicture } from '../state/picture.ts'
import { samplesQuery, sampleUrl, type Sample } from '../state/queries.ts'

type EmptyCanvasProps = {
  picture: StudioPicture | undefined
  /** Undefined if the generator takes no picture. */
  rules: PictureRules | undefined
  hasSides: boolean
  /** Makes a model from a text. Undefined if no generator accepts text. */
  onWords: (() => void) | undefined
  /** Makes a model from photos all round. Undefined if the server scans nothing. */
  onScan: (() => void) | undefined
  onFiles: (files: readonly File[]) => void
  onSample: (sample: Sample) => void
  liveCount: number
}

export const EmptyCanvas = ({ picture, rules, liveCount, ...rest }: EmptyCanvasProps) => (
  <div
    className={cn(
      'inset-0 overflow-y-auto md:absolute',
      // On phones, the first steps scroll with the page.
      rules && !picture ? 'w-full max-md:overflow-visible' : 'absolute',
    )}
  >
    <div className="grid min-h-full place-items-center p-4 md:p-6">
      {!rules && <OtherSteps />}
      {rules && picture && <Ready picture={picture} liveCount={liveCount} />}
      {rules && !picture && <FirstSteps {...rest} rules={rules} />}
    </div>
  </div>
)

type FirstStepsProps = Omit<EmptyCanvasProps, 'picture' | 'rules' | 'liveCount'> & {
  rules: PictureRules
}

function FirstSteps({ rules, hasSides, onWords, onScan, onFiles, onSample }: FirstStepsProps) {
  const { data: samples = [] } = useQuery(samplesQuery())
  return (
    <div className="@container/steps w-full max-w-3xl text-center">
      <h1 className="text-2xl font-semibold md:text-3xl">{t('Turn a picture into a 3D model')}</h1>
      <p className="mt-1.5 text-base text-pretty text-ink-muted">
        <ByPointer
          fine={t('Drop a picture anywhere here, or paste one.')}
          coarse={t('One photo of an object is enough.')}
        />
      </p>
      <div className="mt-5 grid justify-items-center gap-4 rounded-2xl border border-dashed border-ink-muted bg-surface/60 px-4 py-5">
        <Fan samples={samples} />
        <div className="flex flex-wrap justify-center gap-2">
          {/* On phones, the camera comes first. */}
          <PictureButton
            icon={<Camera aria-hidden />}
            label={t('Take a photo')}
            isCamera
            {...{ onFiles }}
          />
          <PictureButton
            icon={<ImageUp aria-hidden />}
            label={t('Choose a picture')}
            {...{ onFiles }}
          />
        </div>
        <p className="text-xs text-pretty text-ink-muted">{describeAccepted(rules)}</p>
      </div>
      <div className="mt-3 grid gap-2 text-start @md/steps:has-[>:nth-child(even):last-child]:grid-cols-2 @2xl/steps:has-[>:nth-child(3):last-child]:grid-cols-3">
        {onWords && (
          <Way
            icon={<Type />}
            title={t('Start from words')}
            hint={t('Describe it, and choose the look')}
            onPressed={onWords}
          />
        )}
        {onScan && (
          <Way
            icon={<Rotate3d />}
            title={t('Scan with photos or a video')}
            hint={t('Walk round with a phone')}
            onPressed={onScan}
          />
        )}
        {hasSides && (
          <Way
            icon={<LayoutGrid />}
            title={t('Several sides')}
            hint={t('Front, back, left, right')}
            onPressed={openSides}
          />
        )}
        <label className={wayClass}>
          <Tile icon={<FolderOpen />} />
          <WayText title={t('Open a 3D file')} hint={t('GLB, STL, 3MF, OBJ, USDZ')} />
          <input
            type="file"
            aria-label={t('Open a 3D file')}
            multiple
            className="sr-only"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              if (files.length > 0) onFiles(files)
            }}
          />
        </label>
      </div>
      <p
        className={cn(
          'mt-5 mb-2 text-xs font-medium text-ink-muted',
          samples.length === 0 && 'invisible',
        )}
      >
        {t('Or try one')}
      </p>
      <ul
        aria-label={t('Samples')}
        className="flex min-h-21 flex-wrap content-start justify-center gap-2 @max-lg/steps:min-h-44"
      >
        {samples.map((sample) => (
          <li key={sample.file}>
            <button
              type="button"
              onClick={() => onSample(sample)}
              className="grid w-19 justify-items-center gap-1 card-action p-2 text-2xs font-medium text-ink-muted hover:text-ink"
            >
              <img src={sampleUrl(sample)} alt="" className="h-12 w-full object-contain" />
              <span className="w-full truncate">{sample.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type PictureButtonProps = {
  icon: ReactNode
  label: string
  isCamera?: boolean
  onFiles: (files: readonly File[]) => void
}

const secondaryOnTouch =
  'coarse:border coarse:border-line-strong coarse:bg-surface-raised coarse:text-ink coarse:hover:not-disabled:bg-button-hover'

const PictureButton = ({ icon, label, isCamera = false, onFiles }: PictureButtonProps) => (
  <label
    className={cn(
      buttonClass('primary'),
      'relative h-10.5 touch-target gap-2 px-4.5 text-base has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent [&_svg]:size-4',
      isCamera ? 'not-coarse:hidden' : secondaryOnTouch,
    )}
  >
    {icon}
    {label}
    <input
      type="file"
      accept="image/*"
      multiple={!isCamera}
      {...(isCamera && { capture: 'environment' })}
      className="sr-only"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        event.target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  </label>
)

const turns = ['-rotate-6 translate-y-1', 'z-10 -mx-3 shadow-float', 'rotate-6 translate-y-1']

const Fan = ({ samples }: { samples: readonly Sample[] }) => (
  <div aria-hidden className="flex h-20 items-end @max-sm/steps:hidden">
    {samples.slice(0, turns.length).map((sample, at) => (
      <span
        key={sample.file}
        className={cn('relative card grid size-19 place-items-center p-2', turns[at])}
      >
        <img src={sampleUrl(sample)} alt="" className="size-full object-contain" />
      </span>
    ))}
  </div>
)

const wayClass =
  'card-action flex min-h-14 items-center gap-3 px-3 py-2 text-start has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent'

type WayProps = { icon: ReactNode; title: string; hint: string; onPressed: () => void }

const Way = ({ icon, title, hint, onPressed }: WayProps) => (
  <button type="button" onClick={onPressed} className={wayClass}>
    <Tile icon={icon} />
    <WayText title={title} hint={hint} />
  </button>
)

const WayText = ({ title, hint }: Pick<WayProps, 'title' | 'hint'>) => (
  <span className="min-w-0">
    <span className="block font-medium">{title}</span>
    <span className="block text-xs text-ink-muted">{hint}</span>
  </span>
)

function openSides(): void {
  const chip = document.querySelector<HTMLElement>('[data-sides]')
  chip?.focus()
  chip?.click()
}

const OtherSteps = () => (
  <div className="max-w-sm animate-appear text-center">
    <h1 className="text-2xl font-semibold md:text-3xl">{t('Make a 3D model')}</h1>
    <p className="mt-1.5 text-base text-pretty text-ink-muted">
      {t('Fill in the settings, then generate. The model appears here.')}
    </p>
  </div>
)

const Ready = ({ picture, liveCount }: { picture: StudioPicture; liveCount: number }) => (
  <div className="grid animate-appear justify-items-center gap-5 text-center">
    <img
      key={picture.url}
      src={useShownUrl(picture.url)}
      alt={picture.name}
      style={picture.hasAlpha ? checkerboard : undefined}
      className="max-h-[min(22rem,40vh)] min-h-24 max-w-full card object-contain"
    />
    <div>
      <h1 className="text-lg font-semibold tracking-tight">
        {liveCount > 0
          ? t('Making {liveCount, plural, one {# model} other {# models}}', { liveCount })
          : t('Ready')}
      </h1>
      <p className="mt-0.5 text-base text-ink-muted">
        {liveCount > 0
          ? t('They appear among the recent models.')
          : t('Press Generate to turn it into a 3D model.')}
      </p>
    </div>
  </div>
)

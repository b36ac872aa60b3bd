import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import ImageUp from 'lucide-react/icons/image-up'
import X from 'lucide-react/icons/x'
import { useState, type ReactNode } from 'react'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { cn } from '#ui/cn.ts'
import { Button } from '#ui/actions/button.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { ByPointer } from '#ui/layout/by-pointer.tsx'
import { t } from '#languages/studio.ts'
import { checkerboard } from './checkerboard.ts'
import { FieldNotice } from './notice.tsx'
import {
  checkPicture,
  offeredTypes,
  describeAccepted,
  type StudioPicture,
} from '../state/picture.ts'
import type { Sample } from '../state/queries.ts'
import { isLargeEnough } from './picture-sides.ts'
import { PictureError } from '#model-files/pictures/picture-error.ts'
import { SourceMenu } from './sources/source-menu.tsx'
import type { Upload } from './use-upload.ts'
import { useShownUrl } from './use-shown-url.ts'
import { findWaitingId } from '../state/waiting-url.ts'

const loadSamples = async () => (await import('./samples.tsx')).SampleList
const loadWaitingNote = async () => (await import('./waiting-note.tsx')).WaitingNote
const loadPlate = async () => (await import('./plate/plate-button.tsx')).PlateButton
const loadCutout = async () => (await import('./cutout/cutout-button.tsx')).CutoutButton

type PictureWellProps = {
  name: string
  title: string
  rules: PictureRules | undefined
  picture: StudioPicture | undefined
  upload: Upload
  error: string | undefined
  advice: string | undefined
  hasSamples: boolean
  aside?: ReactNode
  onFiles: (files: readonly File[]) => void
  onSample: (sample: Sample) => void
  onPicture: (picture: StudioPicture) => void
  onRemove: () => void
}

export function PictureWell(props: PictureWellProps) {
  const { name, title, rules, picture, upload, error, advice, hasSamples, aside } = props
  const { onFiles, onSample, onPicture, onRemove } = props
  const { state } = upload
  const problem = state.status === 'failed' ? state.message : error
  const refit = () => {
    if (picture) upload.sendRemade(loadStored(picture.url), picture.name)
  }
  const isWaiting = findWaitingId(picture?.url) !== undefined
  const isMisfit = picture && rules && checkPicture(picture, rules) !== undefined
  const fit =
    state.status === 'failed'
      ? state.remake
      : isMisfit && isLargeEnough(picture, rules)
        ? refit
        : undefined
  return (
    <section aria-label={title} data-param={name} className="grid gap-2 px-4 pt-4 pb-2">
      <div
        className={
          picture ? 'overflow-hidden rounded-lg border border-line bg-surface-raised' : undefined
        }
      >
        {/* The empty canvas offers to choose or drop a picture. */}
        {!picture && !hasSamples && <h3 className="text-xs text-ink-muted">{title}</h3>}
        {(picture ?? hasSamples) && (
          <div className="relative">
            <DropZone
              label={picture ? t('Replace {title}', { title }) : t('Choose {title}', { title })}
              accept={offeredTypes(rules)}
              isMultiple
              onFiles={onFiles}
              className={cn(
                'group/well grid place-items-center overflow-hidden',
                picture ? 'h-36 md:h-44' : 'h-48 md:h-56',
                problem !== undefined && 'border-danger!',
                picture && 'rounded-none! border-0! border-b! border-solid!',
                picture && problem === undefined && 'border-line!',
              )}
            >
              {picture ? (
                <Preview
                  key={picture.url}
                  picture={picture}
                  isDimmed={state.status === 'sending'}
                />
              ) : (
                <div className="grid justify-items-center gap-1 px-6 text-center">
                  <ImageUp aria-hidden className="mb-1 size-5 text-accent" />
                  <span className="font-medium text-ink">{t('Choose a picture')}</span>
                  <span className="text-xs text-pretty text-ink-muted">
                    <ByPointer fine={`${t('or drop or paste one')} · `} coarse="" />
                    {describeAccepted(rules)}
                  </span>
                </div>
              )}
            </DropZone>
            {picture && state.status !== 'sending' && (
              <>
                <IconButton
                  label={t('Remove the picture')}
                  icon={<X aria-hidden />}
                  size="sm"
                  variant="secondary"
                  className="absolute top-2 end-2"
                  onClick={onRemove}
                />
                {picture.id !== undefined && (
                  <div className="absolute bottom-2 start-2">
                    <Loaded
                      load={loadCutout}
                      props={{ picture: { ...picture, id: picture.id }, rules, onDone: onPicture }}
                    />
                  </div>
                )}
              </>
            )}
          </div>
        )}
        {picture && (
          <div className="flex min-h-12 items-center gap-2 py-1.5 pe-2 ps-3">
            <p className="min-w-0 flex-1 text-xs text-ink-muted">
              <span dir="auto" className="block truncate text-sm font-medium text-ink">
                {picture.name}
              </span>
              {picture.widthPx !== undefined && (
                <span className="block">
                  <span className="sr-only"> · </span>
                  {picture.widthPx} × {picture.heightPx}
                </span>
              )}
            </p>
            {aside}
          </div>
        )}
      </div>

      {isWaiting && state.status !== 'sending' && <Loaded load={loadWaitingNote} props={{}} />}
      {state.status === 'sending' && (
        <div className="flex items-end gap-2">
          <Progress
            label={t('Uploading {name}', { name: state.name })}
            value={state.progress}
            className="min-w-0 flex-1"
          />
          <IconButton
            label={t('Cancel upload')}
            icon={<X aria-hidden />}
            size="sm"
            className="-mb-2.5"
            onClick={upload.reset}
          />
        </div>
      )}
      {state.status !== 'sending' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SourceMenu title={title} onFile={upload.send} onPicture={onPicture} />
          {picture && !isWaiting && <Loaded load={loadPlate} props={{ picture }} />}
          {!picture && aside}
        </div>
      )}
      {problem !== undefined && (
        <div role="alert" className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <p className="flex-1 text-pretty">{problem}</p>
          {fit && (
            <Button variant="secondary" size="sm" className="-my-1" onClick={fit}>
              {t('Convert to fit')}
            </Button>
          )}
          {state.status === 'failed' && (
            <Button
              variant="ghost"
              size="sm"
              className="-my-1.5 h-7! px-1.5!"
              onClick={upload.reset}
            >
              {t('Dismiss')}
            </Button>
          )}
        </div>
      )}
      {advice !== undefined && problem === undefined && (
        <FieldNotice effect="advise">{advice}</FieldNotice>
      )}
      {hasSamples && (
        <Loaded
          load={loadSamples}
          fallback={<SamplesRoom />}
          props={{ chosen: picture, onSample }}
        />
      )}
    </section>
  )
}

const SamplesRoom = () => (
  <div className="grid grid-cols-6 gap-1.5">
    <span className="aspect-square" />
  </div>
)

async function loadStored(url: string): Promise<Blob> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new PictureError(t('This picture is no longer stored. Choose it again.'))
  return response.blob()
}

function Preview({ picture, isDimmed }: { picture: StudioPicture; isDimmed: boolean }) {
  const [isGone, setIsGone] = useState(false)
  const src = useShownUrl(picture.url)
  if (isGone) {
    return (
      <p className="px-6 text-center text-xs text-pretty text-ink-muted">
        {t('This picture can no longer be shown. Choose it again, or another one.')}
      </p>
    )
  }
  return (
    <>
      <img
        src={src}
        alt={picture.name}
        onError={() => setIsGone(true)}
        style={picture.hasAlpha ? checkerboard : undefined}
        className={`absolute inset-0 size-full object-contain transition-opacity ${isDimmed ? 'opacity-40' : ''}`}
      />
      <span className="absolute end-2 bottom-2 rounded-sm bg-surface-overlay px-2 py-0.5 text-xs font-medium opacity-0 shadow-raised transition-opacity group-hover/well:opacity-100 group-has-focus-visible/well:opacity-100">
        {t('Replace')}
      </span>
    </>
  )
}

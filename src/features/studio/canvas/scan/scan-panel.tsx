import Images from 'lucide-react/icons/images'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import SquareSplitHorizontal from 'lucide-react/icons/square-split-horizontal'
import X from 'lucide-react/icons/x'
import { toMidSentence, formatFixed } from '#lib/format.ts'
import type { ScannedPhotos } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/studio.ts'
import { isPhotoUsed, type PhotoChoices, type ScanPhoto } from './list-photos.ts'
import { PhotoRing } from './photo-ring.tsx'

const usedMin = 8

type ScanPanelProps = {
  scan: ScannedPhotos
  photos: readonly ScanPhoto[]
  choices: PhotoChoices
  shown: ScanPhoto | undefined
  isStarting: boolean
  problem: string | undefined
  onShow: (photo: ScanPhoto) => void
  onChoice: (photo: ScanPhoto, choice: 'in' | 'out') => void
  onCompare: () => void
  onMake: (() => void) | undefined
  onClose: () => void
}

/** Renders the photos of a scan, in the order of their positions around the object. */
export function ScanPanel(props: ScanPanelProps) {
  const { scan, photos, choices, shown, onClose } = props
  const used = photos.filter((photo) => isPhotoUsed(photo, choices))
  const changes = photos.filter((photo) => isPhotoUsed(photo, choices) !== (photo.state === 'used'))
  return (
    <section
      aria-label={t('Photos of the scan')}
      className="pointer-events-auto flex max-h-full min-h-0 w-full animate-appear flex-col justify-self-end float max-md:rounded-b-none max-md:pb-[env(safe-area-inset-bottom)] md:max-w-md"
    >
      <header className="flex items-start gap-2 p-4 pb-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold tabular-nums">
            {t('{length} mm', { length: scan.sizeMm.map(formatMm).join(' × ') })}
          </h2>
          <p className="text-xs text-ink-muted tabular-nums">
            {t(
              'Width, height, depth, ± {sizeErrorMm} mm. {usedCount} of {photosCount} photos are used.',
              {
                sizeErrorMm: formatMm(scan.sizeErrorMm),
                usedCount: used.length,
                photosCount: photos.length,
              },
            )}
          </p>
        </div>
        <IconButton
          size="sm"
          label={t('Close the photos')}
          icon={<X aria-hidden />}
          onClick={onClose}
        />
      </header>
      <div className="grid min-h-0 gap-3 overflow-y-auto px-4 pb-3">
        <div className="flex items-center gap-4">
          <PhotoRing photos={photos} choices={choices} shown={shown?.number} />
          {shown ? <ShownPhoto {...props} photo={shown} /> : <Hint />}
        </div>
        <ul className="grid grid-cols-6 gap-1">
          {photos.map((photo) => (
            <Thumbnail
              key={photo.number}
              photo={photo}
              isUsed={isPhotoUsed(photo, choices)}
              isShown={photo.number === shown?.number}
              onShow={props.onShow}
            />
          ))}
        </ul>
      </div>
      {changes.length > 0 && (
        <footer className="grid gap-2 border-t border-line p-3">
          {props.problem !== undefined && (
            <p role="alert" className="text-xs text-danger">
              {props.problem}
            </p>
          )}
          {used.length < usedMin && (
            <p role="alert" className="text-xs text-danger">
              {t('A scan needs at least {usedMin} photos.', { usedMin })}
            </p>
          )}
          <Button
            variant="primary"
            icon={<RotateCcw aria-hidden />}
            isLoading={props.isStarting}
            disabled={!props.onMake || used.length < usedMin}
            onClick={props.onMake}
          >
            {t('Make again with {usedCount} photos', { usedCount: used.length })}
          </Button>
        </footer>
      )}
    </section>
  )
}

const formatMm = (value: number): string => formatFixed(value, value < 100 ? 1 : 0)

const Hint = () => (
  <p className="flex items-start gap-2 text-sm text-pretty text-ink-muted">
    <Images aria-hidden className="mt-0.5 size-4 shrink-0" />
    {t('Choose a photo to compare it with the model, or to leave it out.')}
  </p>
)

function ShownPhoto({
  photo,
  choices,
  onChoice,
  onCompare,
}: ScanPanelProps & { photo: ScanPhoto }) {
  const isUsed = isPhotoUsed(photo, choices)
  return (
    <div className="grid min-w-0 justify-items-start gap-2">
      <p className="text-sm text-pretty">
        {photo.reason ??
          t('Photo {number} {isUsed, select, true {is used} other {is left out}}.', {
            number: photo.number,
            isUsed,
          })}
      </p>
      {photo.state !== 'unusable' && (
        <Button size="sm" onClick={() => onChoice(photo, isUsed ? 'out' : 'in')}>
          {isUsed ? t('Leave out') : t('Use it')}
        </Button>
      )}
      {photo.camera && photo.url !== undefined && (
        <Button size="sm" icon={<SquareSplitHorizontal aria-hidden />} onClick={onCompare}>
          {t('Compare')}
        </Button>
      )}
    </div>
  )
}

type ThumbnailProps = {
  photo: ScanPhoto
  isUsed: boolean
  isShown: boolean
  onShow: (photo: ScanPhoto) => void
}

function Thumbnail({ photo, isUsed, isShown, onShow }: ThumbnailProps) {
  const label = isUsed ? undefined : (photo.label ?? t('Left out'))
  return (
    <li>
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={
          label === undefined
            ? t('Photo {number}', { number: photo.number })
            : t('Photo {number}, {label}', { number: photo.number, label: toMidSentence(label) })
        }
        onClick={() => onShow(photo)}
        className={cn(
          'relative block aspect-square w-full overflow-hidden rounded-md bg-surface-sunken outline-accent focus-visible:outline-2',
          isShown && 'outline-2 outline-offset-1',
        )}
      >
        {photo.url !== undefined && (
          <img
            src={photo.url}
            alt=""
            loading="lazy"
            decoding="async"
            className={cn('size-full object-cover', !isUsed && 'opacity-40')}
          />
        )}
        {label !== undefined && (
          <span className="absolute inset-x-0 bottom-0 truncate bg-warning-soft px-0.5 text-center text-2xs text-warning">
            {label}
          </span>
        )}
      </button>
    </li>
  )
}

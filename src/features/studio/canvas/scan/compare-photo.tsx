import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { ScannedPhotos } from '#contract/assets.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import { WipeHandle } from '#workshop/compare/wipe-handle.tsx'
import { t } from '#languages/studio.ts'
import type { ScanPhoto } from './list-photos.ts'
import { toPhotoView } from './photo-view.ts'

type ComparePhotoProps = {
  photo: ScanPhoto
  lens: ScannedPhotos['lens']
  viewerRef: RefObject<ViewerHandle | null>
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

/**
 * Renders a photo over the model, seen from the photo's camera. The user moves the line between
 * photo and model.
 */
export function ComparePhoto({ photo, lens, viewerRef, onStep, onClose }: ComparePhotoProps) {
  const [place, setPlace] = useState(0.5)
  const view = photo.camera && toPhotoView(lens, photo.camera)
  const look = useEffectEvent((_number: number) => view && viewerRef.current?.lookFrom(view.camera))
  useEffect(() => {
    look(photo.number)
  }, [photo.number])
  useEffect(() => {
    const viewer = viewerRef.current
    return () => viewer?.frame()
  }, [viewerRef])
  if (!view || photo.url === undefined) return null
  return (
    <section aria-label={t('Comparison with a photo')} className="absolute inset-0 overflow-hidden">
      <div
        dir="ltr"
        className="absolute inset-0 overflow-hidden"
        style={{ clipPath: `inset(0 ${(1 - place) * 100}% 0 0)` }}
      >
        <img
          key={photo.number}
          src={photo.url}
          alt={t('Number {number} of the scan', { number: photo.number })}
          className="absolute top-0 start-1/2 h-full max-w-none"
          style={{
            aspectRatio: view.aspect,
            transform: `translateX(-50%) rotate(${view.roll}rad)`,
          }}
        />
      </div>
      <WipeHandle
        place={place}
        onPlace={setPlace}
        label={t('Divider between the photo and the model')}
      />
      <div className="absolute bottom-4 left-1/2 z-10 flex -translate-x-1/2 items-center gap-1 float p-1">
        <IconButton
          size="sm"
          label={t('Previous photo')}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => onStep(-1)}
        />
        <span className="px-1 text-sm whitespace-nowrap tabular-nums">
          {t('Photo {number}', { number: photo.number })}
        </span>
        <IconButton
          size="sm"
          label={t('Next photo')}
          icon={<ChevronRight aria-hidden />}
          onClick={() => onStep(1)}
        />
        <IconButton
          size="sm"
          label={t('End the comparison')}
          icon={<X aria-hidden />}
          onClick={onClose}
        />
      </div>
    </section>
  )
}

import Rotate3d from 'lucide-react/icons/rotate-3d'
import Slice from 'lucide-react/icons/slice'
import { use, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { AssetNote } from '#contract/assets.ts'
import { findNotePlace } from '#lib/links/model-link.ts'
import { formatSpotMention } from '#lib/links/model-mention.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { Slider } from '#ui/fields/slider.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { Direction } from '#viewer/camera/sides.ts'
import { models } from '#viewer/loading/models.ts'
import { Viewer, type ViewerHandle } from '#viewer/viewer.tsx'
import { SpotButton } from '#workshop/pointing/spot-button.tsx'
import { SpotHint } from '#workshop/pointing/spot-hint.tsx'
import { useAskSpot } from '#workshop/pointing/use-ask-spot.tsx'
import { planeFacing, type CutAxis, type CutPlane } from '#workshop/state/cut.ts'
import { t } from '#languages/app.ts'
import { viewFile } from '../../models/view-file.ts'
import { ReadOnlyContext, useThreadActions } from '../thread-actions.ts'
import { useLiveCard } from './live-card.ts'
import { ModelStill } from './model-still.tsx'

/**
 * Maximum number of models in memory, so that a long thread needs no more memory than a short
 * thread.
 */
const restingMax = 3
const restingBytesMax = 64 * 2 ** 20

const loadPointer = async () => (await import('#workshop/pointing/place-pointer.tsx')).PlacePointer
const loadCut = async () => (await import('#workshop/section/section-cut.tsx')).SectionCut

type CardPictureProps = {
  title: string
  assetId: string | undefined
  url: string | undefined
  stillUrl: string | undefined
  notes: readonly AssetNote[] | undefined
}

export function CardPicture({ title, assetId, url, stillUrl, notes }: CardPictureProps) {
  const cardId = useId()
  const { cardId: liveId, turn, rest } = useLiveCard()
  const box = useRef<HTMLDivElement>(null)
  const isLive = liveId === cardId && url !== undefined
  useEffect(() => {
    if (!isLive || !box.current) return undefined
    const watch = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting) rest(cardId)
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [isLive, cardId, rest])
  useEffect(() => () => rest(cardId), [cardId, rest])
  const isAwaited = useLiveCard(
    ({ awaited }) => assetId !== undefined && awaited?.assetId === assetId,
  )
  useEffect(() => {
    if (isAwaited) turn(cardId, useLiveCard.getState().awaited?.place)
  }, [isAwaited, cardId, turn])
  useEffect(() => (isLive ? () => models.trim(restingBytesMax, restingMax) : undefined), [isLive])
  return (
    <div
      ref={box}
      data-model={assetId}
      data-card-id={cardId}
      className="relative h-60 backdrop-stage sm:h-80"
    >
      {isLive ? (
        <Live url={url} title={title} assetId={assetId} notes={notes} />
      ) : (
        <ModelStill url={stillUrl} title={title} />
      )}
      {!isLive && url !== undefined && (
        <Button
          size="sm"
          icon={<Rotate3d aria-hidden />}
          className="absolute end-2 bottom-2"
          onClick={() => turn(cardId)}
        >
          {t('Turn')}
        </Button>
      )}
    </div>
  )
}

type LiveProps = Pick<CardPictureProps, 'title' | 'assetId' | 'notes'> & { url: string }

function Live({ url, title, assetId, notes }: LiveProps) {
  const viewer = useRef<ViewerHandle>(null)
  const { attach, mention } = useThreadActions()
  const isReadOnly = use(ReadOnlyContext)
  const asked = useLiveCard((now) => now.place)
  const place = useMemo(() => findNotePlace(asked, notes), [asked, notes])
  const [cut, setCut] = useState<CardCut>()
  const planes = useMemo(() => cut && { planes: { [cut.axis]: cut }, hasCap: true }, [cut])
  const spot = useAskSpot(viewer, (marked, picture) => {
    if (assetId === undefined) return
    mention(formatSpotMention({ id: assetId, name: title }, marked))
    if (picture) attach([viewFile(picture, title)])
  })
  return (
    <>
      <Viewer
        ref={viewer}
        model={{ url, title }}
        // Leave space for the buttons, which would cover the model on small cards.
        className={`absolute! inset-x-0 top-0 ${assetId === undefined ? 'bottom-0' : 'bottom-11 coarse:bottom-15'}`}
        onStage={
          <>
            {spot.onStage}
            {place && <Loaded load={loadPointer} props={{ place, onMissing: tellMissing }} />}
            {planes && <Loaded load={loadCut} props={{ cut: planes }} />}
          </>
        }
      />
      {spot.isPicking && <SpotHint className="top-2" onCancel={() => spot.setIsPicking(false)} />}
      {assetId !== undefined && (
        <div className="absolute end-2 bottom-2 flex max-w-[calc(100%-1rem)] items-center gap-0.5 float p-0.5">
          {cut && (
            <Slider
              aria-label={t('Section plane')}
              min={0}
              max={1}
              step={0.01}
              value={cut.place}
              onValueChange={(at) => setCut({ ...cut, place: at })}
              className="min-w-0 flex-1"
            />
          )}
          <Button
            size="sm"
            variant="ghost"
            icon={<Slice aria-hidden />}
            aria-pressed={cut !== undefined}
            onClick={() => setCut(cut ? undefined : cutFacing(viewer.current?.direction()))}
          >
            {t('Section')}
          </Button>
          {!isReadOnly && <SpotButton spot={spot} />}
        </div>
      )}
    </>
  )
}

type CardCut = CutPlane & { axis: CutAxis }

function cutFacing(from: Direction | undefined): CardCut {
  const axis = from && Math.abs(Math.sin(from.azimuth)) > Math.SQRT1_2 ? 'x' : 'z'
  return { axis, ...planeFacing(axis, from) }
}

const tellMissing = () =>
  showToast({ kind: 'error', title: t('This model has no such part or note.') })

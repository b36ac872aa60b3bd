import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { PictureFile } from '#contract/files.ts'
import { cn } from '#ui/cn.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/studio.ts'
import { useWebcam } from '../picture/sources/use-webcam.ts'
import { toPicture, toPictureParam } from '../state/picture.ts'
import { studioStore } from '../state/store.ts'
import { type CaptureSession, createPhotoNames } from './capture-session.ts'
import { adviseCapture, captureGoal, captureRounds, findOpenRound } from './coverage.ts'
import { CoverageRing } from './coverage-ring.tsx'
import { SendFiles } from './send-files.tsx'
import { useLiveCapture } from './use-live-capture.ts'
import { type UploadQueue, useUploadQueue } from './use-upload-queue.ts'

const modelId = 'local/scan'

/** Renders the page `/phone?scan=1`, on which a phone takes the photos of a scan. */
export function CapturePage({ session }: { session: CaptureSession }) {
  const [nameNext] = useState(() => createPhotoNames(session))
  const queue = useUploadQueue(nameNext)
  const camera = useWebcam()
  const [, navigate] = useLocation()
  const [isDone, setIsDone] = useState(false)
  const stream = camera.state.status === 'running' ? camera.state.stream : undefined

  const { stored } = queue
  const isHandedOver = isDone && queue.waiting === 0 && session.code === undefined
  useEffect(() => {
    if (!isHandedOver) return
    handToStudio(stored)
    navigate('/')
  }, [isHandedOver, stored, navigate])
  const finish = () => setIsDone(true)
  if (isDone) return <Done queue={queue} onMore={() => setIsDone(false)} />
  if (camera.state.status === 'failed') {
    return <SendFiles reason={camera.state.message} queue={queue} onDone={finish} />
  }
  return <LiveCapture stream={stream} queue={queue} onDone={finish} />
}

function handToStudio(stored: readonly PictureFile[]): void {
  const { drafts, modelPicked, paramChanged } = studioStore.getState()
  const held: unknown = new Map(Object.entries(drafts)).get(modelId)?.['files']
  const photos = stored.map((file) => toPictureParam(toPicture(file), { value: 'token' }))
  paramChanged(modelId, 'files', [...(Array.isArray(held) ? held : []), ...photos])
  modelPicked(modelId)
}

function Done({ queue, onMore }: { queue: UploadQueue; onMore: () => void }) {
  return (
    <div className="mx-auto grid h-full max-w-xl content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="text-2xl font-semibold">
        {queue.waiting > 0
          ? t('{waiting} photos are still being sent', { waiting: queue.waiting })
          : t('{storedCount} photos are in the studio', { storedCount: queue.stored.length })}
      </h1>
      <p aria-live="polite" className="text-pretty text-ink-muted">
        {queue.waiting > 0
          ? (queue.problem ?? t('Keep this page open until all are sent.'))
          : t('Press Generate there. You can close this page.')}
      </p>
      <Button onClick={onMore}>{t('Take more photos')}</Button>
    </div>
  )
}

type LiveCaptureProps = {
  stream: MediaStream | undefined
  queue: UploadQueue
  onDone: () => void
}

function LiveCapture({ stream, queue, onDone }: LiveCaptureProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPaused, setIsPaused] = useState(false)
  const { look, coverage, taken, problem } = useLiveCapture(video, {
    isRunning: stream !== undefined && !isPaused,
    onPhoto: queue.add,
  })
  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream
  }, [stream])
  const advice = adviseCapture(look, coverage)
  const open = findOpenRound(coverage)
  const round = open === undefined ? undefined : captureRounds[open]

  return (
    <div className="relative h-full overflow-hidden bg-surface-sunken text-ink">
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label={t('Camera preview')}
        className="absolute inset-0 size-full object-cover"
      />
      <div className="absolute inset-x-3 top-3 mx-auto grid max-w-xl gap-1 float p-3 text-sm">
        <p aria-live="polite" className={cn('font-semibold', advice.isGood && 'text-success')}>
          {problem ?? (isPaused ? t('Paused') : advice.text)}
        </p>
        {round && <p className="text-xs text-pretty text-ink-muted">{round.advice}</p>}
      </div>
      <div className="absolute inset-x-0 bottom-0 grid justify-items-center gap-3 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <div className="rounded-full! float p-1">
          <CoverageRing coverage={coverage} look={look} className="size-36 text-ink" />
        </div>
        <div className="grid w-full max-w-xl gap-2 float p-3">
          <p className="flex justify-between gap-2 text-sm tabular-nums">
            <span className="font-semibold">
              {t('{taken} of {captureGoal} photos', { taken, captureGoal })}
            </span>
            <span className="text-ink-muted">
              {queue.waiting > 0
                ? t('{waiting} being sent', { waiting: queue.waiting })
                : round?.title}
            </span>
          </p>
          {queue.problem !== undefined && (
            <p role="alert" className="text-xs text-danger">
              {queue.problem}
            </p>
          )}
          <div className="flex gap-2">
            <Button
              icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
              onClick={() => setIsPaused(!isPaused)}
            >
              {isPaused ? t('Go on') : t('Pause')}
            </Button>
            <Button
              variant="primary"
              className="flex-1"
              disabled={queue.stored.length === 0}
              onClick={onDone}
            >
              {t('Done')}
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}

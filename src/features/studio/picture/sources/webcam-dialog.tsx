import CameraOff from 'lucide-react/icons/camera-off'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/studio.ts'
import { captureStill, useWebcam } from './use-webcam.ts'

type WebcamDialogProps = { onPhoto: (photo: Blob) => void; onClose: () => void }

/**
 * Renders a dialog that takes a photo with a camera of this device. Uploads nothing until the user
 * accepts the photo.
 */
export function WebcamDialog({ onPhoto, onClose }: WebcamDialogProps) {
  const webcam = useWebcam()
  const { state, cameras } = webcam
  const [photo, setPhoto] = useState<{ blob: Blob; url: string }>()
  const [problem, setProblem] = useState<string>()
  const area = useRef<HTMLDivElement>(null)
  const url = photo?.url
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url])

  const take = async () => {
    setProblem(undefined)
    try {
      const blob = await captureStill(area.current?.querySelector('video'))
      setPhoto({ blob, url: URL.createObjectURL(blob) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('The photo could not be taken.'))
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Take a photo')}
      footer={
        photo ? (
          <>
            <Button variant="ghost" onClick={() => setPhoto(undefined)}>
              {t('Retake')}
            </Button>
            <Button variant="primary" onClick={() => onPhoto(photo.blob)}>
              {t('Use this photo')}
            </Button>
          </>
        ) : (
          <>
            {cameras.length > 1 && (
              <Select
                aria-label={t('Camera')}
                value={webcam.cameraId}
                onValueChange={webcam.cameraPicked}
                options={cameras.map(({ id, name }) => ({ value: id, label: name }))}
                className="me-auto max-w-56"
              />
            )}
            <Button
              variant="primary"
              disabled={state.status !== 'running'}
              onClick={() => void take()}
            >
              {t('Take photo')}
            </Button>
          </>
        )
      }
    >
      <div
        ref={area}
        className="relative grid min-h-56 place-items-center overflow-hidden rounded-lg border border-line bg-surface-sunken"
      >
        {state.status === 'running' && (
          <Live stream={state.stream} isHidden={photo !== undefined} />
        )}
        {photo && <img src={photo.url} alt={t('Captured by the camera')} className="w-full" />}
        {state.status === 'starting' && (
          <Spinner label={t('Starting the camera')} className="size-5" />
        )}
        {state.status === 'failed' && (
          <EmptyState
            icon={<CameraOff />}
            title={t('No camera')}
            action={<Button onClick={webcam.retry}>{t('Try again')}</Button>}
          >
            {state.message}
          </EmptyState>
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className="mt-2 text-xs text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function Live({ stream, isHidden }: { stream: MediaStream; isHidden: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={t('Camera preview')}
      hidden={isHidden}
      className="w-full"
    />
  )
}

import Camera from 'lucide-react/icons/camera'
import { useEffect, useRef } from 'react'
import { shutterMs, vibrate } from '#lib/browser/haptics.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { captureStill, useWebcam } from '../picture/sources/use-webcam.ts'

export function PhotoInput({ onPhoto }: { onPhoto: (photo: Blob) => void }) {
  const { state } = useWebcam()
  const video = useRef<HTMLVideoElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const stream = state.status === 'running' ? state.stream : undefined

  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream
  }, [stream])

  const take = async () => {
    if (!stream) return file.current?.click()
    try {
      onPhoto(await captureStill(video.current))
      vibrate(shutterMs)
    } catch (error) {
      console.warn(error)
      showToast({ kind: 'error', title: t('Could not take the photo'), detail: t('Try again.') })
    }
  }
  return (
    <>
      {stream && (
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          aria-label={t('Camera preview')}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <input
        ref={file}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('Photo')}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const [taken] = event.target.files ?? []
          if (taken) onPhoto(taken)
          event.target.value = ''
        }}
      />
      <Button
        variant="primary"
        icon={<Camera aria-hidden />}
        disabled={state.status === 'starting'}
        onClick={() => void take()}
        className="absolute! bottom-4 left-1/2 z-10 -translate-x-1/2"
      >
        {t('Take photo')}
      </Button>
    </>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'

type CameraDialogProps = { isOpen: boolean; onClose: () => void; onFiles: (files: File[]) => void }

export const CameraDialog = ({ isOpen, onClose, onFiles }: CameraDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title={t('Take a picture')}>
    {isOpen && <Finder onClose={onClose} onFiles={onFiles} />}
  </Dialog>
)

type Camera =
  | { status: 'asking' }
  | { status: 'on'; stream: MediaStream }
  | { status: 'failed'; message: string }

function Finder({ onClose, onFiles }: Omit<CameraDialogProps, 'isOpen'>) {
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<Camera>({ status: 'asking' })

  useEffect(() => {
    let stream: MediaStream | undefined
    let isGone = false
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    openCamera().then(
      (opened) => {
        stream = opened
        if (isGone) stop()
        else setCamera({ status: 'on', stream: opened })
      },
      (error: unknown) => {
        if (!isGone) setCamera({ status: 'failed', message: explainCamera(error) })
      },
    )
    return () => {
      isGone = true
      stop()
    }
  }, [])

  useEffect(() => {
    if (camera.status === 'on' && video.current) video.current.srcObject = camera.stream
  }, [camera])

  const take = async () => {
    const picture = video.current && (await captureFrame(video.current))
    if (!picture) {
      setCamera({ status: 'failed', message: t('The camera did not return a picture.') })
      return
    }
    onFiles([picture])
    onClose()
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid aspect-video place-items-center overflow-hidden rounded-lg bg-surface-sunken">
        {camera.status === 'on' ? (
          <video ref={video} autoPlay muted playsInline className="size-full object-contain" />
        ) : camera.status === 'asking' ? (
          <Spinner label={t('Waiting for the camera')} />
        ) : (
          <p role="alert" className="max-w-[40ch] px-4 text-center text-ink-muted">
            {camera.message}
          </p>
        )}
      </div>
      <div className="flex justify-end">
        <Button variant="primary" disabled={camera.status !== 'on'} onClick={() => void take()}>
          {t('Take picture')}
        </Button>
      </div>
    </div>
  )
}

function openCamera(): Promise<MediaStream> {
  if (!('mediaDevices' in navigator)) {
    return Promise.reject(new DOMException('Not in this page.', 'NotSupportedError'))
  }
  return navigator.mediaDevices.getUserMedia({
    video: { width: { ideal: 1920 }, height: { ideal: 1080 } },
  })
}

function explainCamera(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError')
    return t('Camera access is blocked. Allow it in your browser’s settings.')
  if (name === 'NotFoundError') return t('No camera found.')
  if (name === 'NotSupportedError') return t('The camera only works on pages served over HTTPS.')
  return t('The camera is not available right now.')
}

async function captureFrame(video: HTMLVideoElement): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92)
  })
  return blob ? new File([blob], 'Camera.jpg', { type: blob.type }) : undefined
}

import { useEffect, useState } from 'react'
import { t } from '#languages/studio.ts'

type WebcamState =
  | { status: 'starting' }
  | { status: 'running'; stream: MediaStream }
  | { status: 'failed'; message: string }

export type Webcam = {
  state: WebcamState
  cameras: readonly { id: string; name: string }[]
  cameraId: string | undefined
  cameraPicked: (id: string) => void
  retry: () => void
}

export function useWebcam(): Webcam {
  const [state, setState] = useState<WebcamState>({ status: 'starting' })
  const [cameras, setCameras] = useState<Webcam['cameras']>([])
  // The requested camera. A new object starts the camera again.
  const [wish, setWish] = useState<{ cameraId?: string }>({})

  useEffect(() => {
    let isCurrent = true
    let stream: MediaStream | undefined
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const start = async () => {
      try {
        if (!navigator.mediaDevices) throw new DOMException('', 'SecurityError')
        stream = await navigator.mediaDevices.getUserMedia({
          video: {
            width: { ideal: 1920 },
            height: { ideal: 1080 },
            ...(wish.cameraId === undefined
              ? { facingMode: { ideal: 'environment' } }
              : { deviceId: { exact: wish.cameraId } }),
          },
        })
        if (!isCurrent) return stop()
        // Browsers reveal the names of cameras only after the user has granted access.
        const devices = await navigator.mediaDevices.enumerateDevices()
        if (!isCurrent) return
        setCameras(
          devices
            .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
            .map(({ deviceId, label }, at) => ({
              id: deviceId,
              name: label || t('Camera {at}', { at: at + 1 }),
            })),
        )
        setState({ status: 'running', stream })
      } catch (error) {
        stop()
        if (isCurrent) setState({ status: 'failed', message: describeCameraFailure(error) })
      }
    }
    void start()
    return () => {
      isCurrent = false
      stop()
    }
  }, [wish])

  const start = (next: typeof wish) => {
    setState({ status: 'starting' })
    setWish(next)
  }
  return {
    state,
    cameras,
    cameraId: wish.cameraId ?? cameras[0]?.id,
    cameraPicked: (cameraId) => start({ cameraId }),
    retry: () => start({ ...wish }),
  }
}

/**
 * Captures the current frame as a JPEG.
 * @throws {Error} if there is no frame or the browser cannot encode the frame.
 */
export function captureStill(video: HTMLVideoElement | null | undefined): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = video?.videoWidth ?? 0
  canvas.height = video?.videoHeight ?? 0
  const context = canvas.getContext('2d')
  if (!video || !context || canvas.width === 0) {
    return Promise.reject(new Error(t('The camera is not ready yet.')))
  }
  context.drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob) resolve(blob)
        else reject(new Error(t('The browser could not create the picture.')))
      },
      'image/jpeg',
      0.95,
    )
  })
}

export function describeCameraFailure(error: unknown): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      return t('Camera access is blocked. Allow it in the address bar, then try again.')
    case 'NotFoundError':
    case 'OverconstrainedError':
      return t('No camera found. Connect one, then try again.')
    case 'NotReadableError':
    case 'AbortError':
      return t('The camera is in use elsewhere. Close the other program, then try again.')
    case 'SecurityError':
      return t('The camera only works over HTTPS or on this machine. Choose a file instead.')
    default:
      return t('Could not start the camera. Choose a file instead.')
  }
}

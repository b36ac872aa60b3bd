import type { WebGLRenderer } from 'three'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { StagePasses } from '../rendering/stage-passes.ts'

export type VideoOptions = {
  seconds: number
  /** CSS colour behind the model, because videos are not transparent. */
  background: string
  signal?: AbortSignal | undefined
  onProgress?: ((fraction: number) => void) | undefined
}

const framesPerSecond = 30
const bitsPerPixel = 6
const drawnWithinMs = 5_000
const kinds = ['video/webm;codecs=vp9', 'video/webm', 'video/mp4']

export const videoMimeType = (): string | undefined =>
  typeof MediaRecorder === 'function'
    ? kinds.find((kind) => MediaRecorder.isTypeSupported(kind))
    : undefined

/**
 * Records one turn around the model at the size of the canvas. A slow computer records fewer frames
 * at the same speed.
 * @throws {Error} if this browser cannot record.
 * @throws {DOMException} named `AbortError` if `signal` fires.
 */
export async function recordTurntable(
  { gl, passes, rig }: { gl: WebGLRenderer; passes: StagePasses; rig: CameraRig },
  { seconds, background, signal, onProgress }: VideoOptions,
): Promise<Blob> {
  const mimeType = videoMimeType()
  const source = gl.domElement
  const canvas = document.createElement('canvas')
  // Video encoders need even sizes.
  canvas.width = source.width - (source.width % 2)
  canvas.height = source.height - (source.height % 2)
  const context = canvas.getContext('2d', { alpha: false })
  const [track] = canvas.captureStream(framesPerSecond).getVideoTracks()
  if (mimeType === undefined || !context || !track)
    throw new Error('This browser cannot encode video.')

  const pieces: Blob[] = []
  const recorder = new MediaRecorder(new MediaStream([track]), {
    mimeType,
    videoBitsPerSecond: canvas.width * canvas.height * bitsPerPixel,
  })
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const ended = new Promise<void>((resolve, reject) => {
    recorder.addEventListener('stop', () => resolve(), { once: true })
    recorder.addEventListener('error', () => reject(new Error('The encoder failed.')), {
      once: true,
    })
  })
  let isDrawn = false
  // The browser may clear the canvas after the task that draws it, so copy it in the same task.
  const remove = passes.addOver(() => {
    isDrawn = true
    context.fillStyle = background
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
  }, 1000)
  const start = rig.direction.azimuth
  try {
    rig.turnTo(start)
    // Wait for the first drawn frame. Otherwise the video would begin with an empty frame.
    await turn(drawnWithinMs, (fraction) => {
      signal?.throwIfAborted()
      if (fraction === 1 && !isDrawn) throw new Error('Nothing is being drawn.')
      return isDrawn
    })
    recorder.start()
    await turn(seconds * 1000, (fraction) => {
      signal?.throwIfAborted()
      rig.turnTo(start + fraction * 2 * Math.PI)
      onProgress?.(fraction)
      return false
    })
  } finally {
    if (recorder.state !== 'inactive') recorder.stop()
    track.stop()
    remove()
    rig.turnTo(start)
  }
  await ended
  return new Blob(pieces, { type: mimeType })
}

/**
 * Calls `step` before each frame with the elapsed fraction, until it returns true or the time is
 * over.
 */
function turn(lengthMs: number, step: (fraction: number) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now()
    const next = () => {
      const fraction = Math.min(1, (performance.now() - startMs) / lengthMs)
      let isDone: boolean
      try {
        isDone = step(fraction)
      } catch (error) {
        return reject(error)
      }
      if (isDone || fraction === 1) resolve()
      else requestAnimationFrame(next)
    }
    next()
  })
}

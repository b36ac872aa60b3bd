import type { LookRequest, PhotoLook } from '#lib/scan/live-messages.ts'
import { t } from '#languages/studio.ts'

export type Looker = {
  /**
   * Looks for the printed mat in a picture, after shrinking the picture's long side to
   * `longSidePx`.
   */
  look: (source: CanvasImageSource, size: LookSize) => Promise<PhotoLook>
  close: () => void
}

export type LookSize = {
  readonly width: number
  readonly height: number
  readonly longSidePx: number
}

/** Maximum wait for the worker in milliseconds, enough for a large picture on a slow phone. */
const lookTimeoutMs = 20_000

/** Starts a worker that looks for the printed mat in one picture after another. */
export function createLooker(): Looker {
  const worker = new Worker(new URL('../../../engine/scan/live/look-worker.ts', import.meta.url), {
    type: 'module',
  })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const waiting = new Map<number, (look: PhotoLook | Error) => void>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<PhotoLook>) =>
    waiting.get(data.id)?.(data),
  )
  worker.addEventListener('error', ({ message }) => {
    const error = new Error(message || t('The worker did not start.'))
    for (const settle of waiting.values()) settle(error)
  })

  return {
    look: (source, { width, height, longSidePx }) => {
      const scale = Math.min(1, longSidePx / Math.max(width, height))
      canvas.width = Math.max(1, Math.round(width * scale))
      canvas.height = Math.max(1, Math.round(height * scale))
      if (!context) return Promise.reject(new Error(t('The browser has no canvas.')))
      context.drawImage(source, 0, 0, canvas.width, canvas.height)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      const id = ++last
      const size = { width: canvas.width, height: canvas.height }
      const request: LookRequest = { id, ...size, rgba: data.buffer }
      return new Promise((resolve, reject) => {
        const settle = (look: PhotoLook | Error) => {
          clearTimeout(timer)
          waiting.delete(id)
          if (look instanceof Error) reject(look)
          else resolve(look)
        }
        const timer = setTimeout(
          () => settle(new Error(t('The worker is too slow.'))),
          lookTimeoutMs,
        )
        waiting.set(id, settle)
        worker.postMessage(request, [request.rgba])
      })
    },
    close: () => {
      worker.terminate()
      for (const settle of waiting.values()) settle(new DOMException('Closed', 'AbortError'))
    },
  }
}

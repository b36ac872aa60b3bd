import { t } from '#languages/app.ts'
import type { PdfReply, PdfRequest } from './pdf-worker.ts'

export type DrawnPage = Exclude<PdfReply, { problem: string }>

export type OpenPdf = {
  /**
   * Draws a page after all earlier calls have finished.
   * @throws {Error} with a sentence.
   */
  draw: (page: Omit<Extract<PdfRequest, { type: 'draw' }>, 'type'>) => Promise<DrawnPage>
  close: () => void
}

/** Time limit for drawing a page in milliseconds. Drawing a hostile page may never end. */
const timeoutMs = 20_000

export function openPdf(bytes: ArrayBuffer): OpenPdf {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const send = (request: PdfRequest, transfer: Transferable[] = []) =>
    worker.postMessage(request, { transfer })
  // Copy the bytes, because transferring the cached bytes would empty the cache.
  const copy = bytes.slice(0)
  send({ type: 'open', bytes: copy }, [copy])
  let last: Promise<unknown> = Promise.resolve()
  const end = new AbortController()

  const drawNow = (page: Parameters<OpenPdf['draw']>[0]) =>
    new Promise<DrawnPage>((resolve, reject) => {
      const fail = (cause: unknown) =>
        reject(new Error(t('This page cannot be shown as a picture.'), { cause }))
      const answered = new AbortController()
      const signal = AbortSignal.any([answered.signal, end.signal])
      if (end.signal.aborted) return fail(t('It was closed.'))
      const timer = setTimeout(() => {
        fail(t('It takes too long.'))
        close()
      }, timeoutMs)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        fail(t('It was closed.'))
      })
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<PdfReply>) => {
          if (!('problem' in data || 'picture' in data)) return
          if ('problem' in data) fail(data.problem)
          else resolve(data)
          answered.abort()
        },
        { signal },
      )
      worker.addEventListener(
        'error',
        ({ message }) => {
          fail(message)
          answered.abort()
        },
        { signal },
      )
      send({ type: 'draw', ...page })
    })

  function close(): void {
    end.abort()
    worker.terminate()
  }

  return {
    draw(page) {
      const drawn = last.then(() => drawNow(page))
      last = drawn.catch(() => {})
      return drawn
    },
    close,
  }
}

import { BrokenModelError, memoryRanOut } from '../errors.ts'

export type WorkerAnswer<Result> =
  | { type: 'progress'; fraction: number }
  | { type: 'done'; result: Result }
  | { type: 'failed'; message: string }

const reloadPage =
  'A part of this page could not be loaded, perhaps because Bozzetto was updated. Reload this page.'

type AskOptions = {
  signal?: AbortSignal | undefined
  onProgress?: ((fraction: number) => void) | undefined
  timeoutMs?: number
  transfer?: Transferable[]
}

/**
 * Runs one job in a new worker, and terminates the worker afterwards to free its memory.
 * @throws {BrokenModelError} with the worker's message, or if the worker crashed or timed out.
 * @throws {DOMException} named `AbortError` if `signal` fires.
 */
export function askWorker<Result>(
  worker: Worker,
  question: unknown,
  { signal, onProgress, timeoutMs = 180_000, transfer = [] }: AskOptions = {},
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      worker.terminate()
      settle()
    }
    const fail = (message: string, cause?: unknown) =>
      end(() => reject(new BrokenModelError(message, { cause })))
    const onAbort = () => end(() => reject(new DOMException('Stopped.', 'AbortError')))
    const timer = setTimeout(
      () =>
        fail(
          `This took longer than ${Math.round(timeoutMs / 60_000)} minutes and was stopped. Try a model with fewer triangles.`,
        ),
      timeoutMs,
    )
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<Result>>) => {
      if (data.type === 'progress') onProgress?.(data.fraction)
      else if (data.type === 'failed') fail(data.message)
      else end(() => resolve(data.result))
    })
    worker.addEventListener('error', (event) =>
      // An event without a message means that the worker's code did not load.
      event.message ? fail(memoryRanOut, event.error) : fail(reloadPage),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    else worker.postMessage(question, transfer)
  })
}

import { BrokenModelError } from '../errors.ts'

/** What a worker of ours sends back. */
export type WorkerAnswer<Result> =
  | { type: 'progress'; share: number }
  | { type: 'done'; result: Result }
  /** `message` is a sentence for a person. */
  | { type: 'failed'; message: string }

type AskOptions = {
  /** Ends the work at once. */
  signal?: AbortSignal | undefined
  /** Hears the share that is done, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  timeoutMs?: number
  /** Given away with the question, not copied. */
  transfer?: Transferable[]
}

/**
 * Lets a fresh worker do one thing, so that the page stays free and no memory of it remains.
 *
 * @throws {BrokenModelError} with what the worker says, or that it died or took too long.
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
        fail(`This took longer than ${Math.round(timeoutMs / 60_000)} minutes and was stopped.`),
      timeoutMs,
    )
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<Result>>) => {
      if (data.type === 'progress') onProgress?.(data.share)
      else if (data.type === 'failed') fail(data.message)
      else end(() => resolve(data.result))
    })
    worker.addEventListener('error', (event) =>
      fail('Processing this model failed, perhaps because memory ran out.', event.error),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    else worker.postMessage(question, transfer)
  })
}

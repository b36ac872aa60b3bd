import { t } from '#languages/studio.ts'
import type { EncodeEvent, EncodeFailure, EncodeRequest } from './encoder-messages.ts'

/** Time limit of the encoder in milliseconds. A GPU needs seconds. */
const runningMs = 300_000

/** Thrown if this browser cannot run the encoder. The UI inserts `why` into a sentence. */
export class CannotRunHereError extends Error {
  override readonly name = 'CannotRunHereError'
  readonly why: string
  constructor(why: string) {
    super(t('This browser could not run the network: {why}.', { why }))
    this.why = why
  }
}

const failureTexts: Record<EncodeFailure, string> = {
  'no-webgpu': t('it has no WebGPU'),
  'no-graphics-card': t('its WebGPU finds no graphics card'),
  failed: t('the network did not run on it'),
}

type Steps = { onStep: (step: 'load' | 'run', done: number) => void; signal: AbortSignal }

/**
 * Runs a model's encoder in a new worker, and terminates the worker afterwards.
 * @throws {CannotRunHereError} if the encoder fails.
 * @throws the reason of `signal` when `signal` aborts.
 */
export function runEncoder(
  request: EncodeRequest,
  { onStep, signal }: Steps,
): Promise<{ codes: Float32Array; dims: readonly number[] }> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./encoder-worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  const running = new Promise<{ codes: Float32Array; dims: readonly number[] }>(
    (resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.addEventListener('error', ({ message }) =>
        reject(new CannotRunHereError(message || t('its worker did not start'))),
      )
      worker.addEventListener('message', ({ data }: MessageEvent<EncodeEvent>) => {
        if (data.type === 'encoded') resolve(data)
        else if (data.type === 'failed') reject(new CannotRunHereError(failureTexts[data.why]))
        else {
          if (data.step === 'run') {
            clearTimeout(timer)
            timer = setTimeout(
              () => reject(new CannotRunHereError(t('it took more than five minutes'))),
              runningMs,
            )
          }
          onStep(data.step, data.done)
        }
      })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      worker.postMessage(request)
    },
  )
  return running.finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}

import { memoryRanOut } from '../errors.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import type { WorkerAnswer } from './ask-worker.ts'

type Scope = {
  addEventListener: (type: 'message', listen: (event: MessageEvent) => void) => void
  postMessage: (answer: WorkerAnswer<unknown>, transfer?: Transferable[]) => void
}

// TypeScript declares the worker's global object as a window.
declare const self: Scope

/**
 * Runs one job in a worker and sends its result.
 * @param work may report its progress, 0 to 1. Buffers returned by `transfersOf` are transferred.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the page sends.
export function serveWorker<Question, Result>(
  work: (question: Question, onProgress: (fraction: number) => void) => Promise<Result>,
  transfersOf: (result: Result) => Transferable[] = () => [],
): void {
  const send: Scope['postMessage'] = (answer, transfer = []) =>
    Reflect.apply(self.postMessage, self, [answer, transfer])
  self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
    work(data, (fraction) => send({ type: 'progress', fraction })).then(
      (result) => send({ type: 'done', result }, transfersOf(result)),
      (error: unknown) => send({ type: 'failed', message: explain(error) }),
    )
  })
}

function explain(error: unknown): string {
  if (error instanceof UnworkableModelError) return error.message
  console.error(error)
  if (isOutOfMemory(error)) return memoryRanOut
  return 'This model cannot be processed: its contents are not as expected.'
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  (error instanceof RangeError && /allocation|memory/i.test(error.message))

/**
 * Downloads a model inside a worker.
 * @throws {UnworkableModelError} if the model is not available.
 */
export async function fetchModel(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(120_000) })
  if (!response.ok) {
    throw new UnworkableModelError(
      `The server responded with status ${response.status} instead of the model.`,
    )
  }
  return new Uint8Array(await response.arrayBuffer())
}

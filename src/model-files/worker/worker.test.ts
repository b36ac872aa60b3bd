import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryRanOut } from '../errors.ts'
import { askWorker, type WorkerAnswer } from './ask-worker.ts'
import { serveWorker } from './serve-worker.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function failWith(event: Event): Promise<string> {
  const worker = Object.assign(new EventTarget(), { postMessage: () => {}, terminate: () => {} })
  const asked = askWorker(worker as unknown as Worker, {})
  worker.dispatchEvent(event)
  return asked.then(
    () => '',
    (error: unknown) => String(error),
  )
}

describe('askWorker', () => {
  it('asks to reload the page if the worker’s code does not load', async () => {
    expect(await failWith(new Event('error'))).toContain('Reload this page')
  })

  it('reports a crash as a lack of memory', async () => {
    const crash = Object.assign(new Event('error'), { message: 'Uncaught RangeError' })
    expect(await failWith(crash)).toContain('memory ran out')
  })
})

describe('serveWorker', () => {
  it.each([
    [new RangeError('Array buffer allocation failed'), memoryRanOut],
    [new WebAssembly.RuntimeError('unreachable'), memoryRanOut],
    [new RangeError('Offset is outside the bounds of the DataView'), 'not as expected'],
  ])('explains %s', async (thrown, said) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const worker = new EventTarget()
    const answer = new Promise<WorkerAnswer<unknown>>((resolve) => {
      vi.stubGlobal('self', Object.assign(worker, { postMessage: resolve }))
    })
    serveWorker(() => Promise.reject(thrown))
    worker.dispatchEvent(new MessageEvent('message', { data: {} }))
    expect(await answer).toEqual({ type: 'failed', message: expect.stringContaining(said) })
  })
})

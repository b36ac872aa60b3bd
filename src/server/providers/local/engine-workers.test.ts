import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EngineRequest } from '#engine/messages.ts'
import { createEngineWorkers, type EngineWorkers } from './engine-workers.ts'

/** A worker whose whole source is `code`; `parentPort` and `workerData` are at hand. */
const workerOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort, workerData } from 'node:worker_threads'\n${code}`,
    )}`,
  )

let workers: EngineWorkers
afterEach(() => workers.close())
const open = (code: string, runningMax = 2) => {
  workers = createEngineWorkers({ workerUrl: workerOf(code), runningMax, heapMegabytesMax: 32 })
}

const request: Extract<EngineRequest, { type: 'inspect' }> = {
  type: 'inspect',
  glb: Buffer.from('glTF'),
}
const signal = () => AbortSignal.timeout(20_000)
const inspect = () => workers.inspect(request, { signal: signal() })

const answer = `parentPort.postMessage({ type: 'inspected', stats: { triangles: workerData.glb.length } })`

describe('createEngineWorkers', () => {
  it('hands a request over and gives its answer back', async () => {
    open(answer)
    expect(await inspect()).toMatchObject({ type: 'inspected', stats: { triangles: 4 } })
  })

  it.each([
    ['picture_transparent', 'bad_picture'],
    ['out_of_bounds', 'invalid_params'],
    ['model_unreadable', 'result_invalid'],
    ['internal', 'engine_failed'],
  ])('says %s as %s', async (code, expected) => {
    open(`parentPort.postMessage({ type: 'failed', code: '${code}', message: 'In words.' })`)
    await expect(inspect()).rejects.toMatchObject({ code: expected, message: 'In words.' })
  })

  it.each([
    ['throws', `throw new Error('defect')`, /defect in it/],
    ['ends without an answer', `process.exit(3)`, /ended with code 3/],
    ['eats all memory', `const all = []; for (;;) all.push(new Array(1e6).fill({}))`, /memory/],
    ['answers something else', `parentPort.postMessage({ type: 'generated' })`, /answered with/],
  ])(
    'fails only the one job whose thread %s',
    { timeout: 30_000 },
    async (_case, code, message) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      open(code)
      await expect(inspect()).rejects.toMatchObject({
        code: 'engine_failed',
        message: expect.stringMatching(message),
      })
      log.mockRestore()
    },
  )

  it('stops a thread that never ends', async () => {
    open(`parentPort.postMessage({ type: 'progress' }); for (;;);`)
    const stop = new AbortController()
    const job = workers.inspect(request, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(job).rejects.toThrow(/abort/i)
  })

  it('runs no more threads at once than it may', async () => {
    open(`setTimeout(() => { ${answer} }, 100)`, 1)
    const order: number[] = []
    const left = new AbortController()
    const jobs = [1, 2, 3].map((at) => inspect().then(() => order.push(at)))
    const leaving = workers.inspect(request, { signal: left.signal })
    left.abort()
    await expect(leaving).rejects.toThrow(/abort/i)
    await Promise.all(jobs)
    expect(order).toEqual([1, 2, 3])
  })
})

import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EngineRequest } from '#engine/messages.ts'
import { createEngineWorkers, EngineEndedError, type EngineWorkers } from './engine-workers.ts'

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-engine-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * Creates a worker file that runs `code` for each job. The code can use `job`, `port` and `jobs`,
 * the number of jobs so far.
 */
function createWorker(code: string): URL {
  const file = path.join(folder, `${++files}.mjs`)
  writeFileSync(
    file,
    `const port = { postMessage: (event) => process.send(event) }
let jobs = 0
let glb
process.on('message', (job) => {
  if (job.type === 'piece') return (glb = new Uint8Array(job.total))
  if (glb) job.glb = glb
  jobs++\n${code}\n})`,
  )
  return pathToFileURL(file)
}

let workers: EngineWorkers
afterEach(() => workers.close())
const open = (code: string, runningMax = 2, idleMs = 60_000) => {
  workers = createEngineWorkers({
    workerUrl: createWorker(code),
    runningMax,
    pictureMegabytesMax: 300,
    inspectionMegabytesMax: 100,
    idleMs,
  })
}

const request: Extract<EngineRequest, { type: 'inspect' }> = {
  type: 'inspect',
  glb: Buffer.from('glTF'),
}
const signal = () => AbortSignal.timeout(300_000)
const inspect = () => workers.inspect(request, { signal: signal() })
const inspectFile = (file: string, job: { signal: AbortSignal; onProgress?: () => void }) =>
  workers.inspect({ type: 'inspect', glb: Buffer.from(file) }, job)

const answer = `port.postMessage({ type: 'inspected', stats: { triangles: job.glb.length } })`
const count = `port.postMessage({ type: 'inspected', stats: { triangles: jobs } })`
const counted = async () => (await inspect()).stats.triangles

const generated = `port.postMessage({ type: 'generated', seed: jobs })`
const generate = () =>
  workers.generate(
    { type: 'generate', picture: Buffer.from('x'), params: {}, recipe: {}, weightsPath: '' },
    { signal: signal() },
  )

describe('processes for pictures', () => {
  it('run jobs sequentially', async () => {
    open(generated, 1)
    expect([(await generate()).seed, (await generate()).seed]).toEqual([1, 2])
  })

  it.each([
    ['throws', `throw new Error('defect')`, /ended with code 1/],
    ['ends without an answer', `process.exit(3)`, /ended with code 3/],
    ['eats all memory', `const all = []; for (;;) all.push(new Array(1e6).fill({}))`, /memory/],
  ])('fail only the job whose process %s', async (_case, code, message) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    open(code)
    await expect(generate()).rejects.toMatchObject({
      code: /memory/.test(message.source) ? 'out_of_memory' : 'engine_failed',
      message: expect.stringMatching(message),
    })
    log.mockRestore()
  })

  it('refuse jobs of another kind', async () => {
    open(`if (job.type === 'inspect') ${count}\nelse ${generated}`, 1)
    expect([(await generate()).seed, await counted(), (await generate()).seed]).toEqual([1, 1, 2])
  })
})

describe('createEngineWorkers', () => {
  it('sends a request and returns its answer', async () => {
    open(answer)
    expect(await inspect()).toMatchObject({ type: 'inspected', stats: { triangles: 4 } })
  })

  it.each([
    ['picture_transparent', 'bad_picture'],
    ['out_of_bounds', 'invalid_params'],
    ['model_unreadable', 'result_invalid'],
    ['internal', 'engine_failed'],
  ])('reports %s as %s', async (code, expected) => {
    open(`port.postMessage({ type: 'failed', code: '${code}', message: 'In words.' })`)
    await expect(inspect()).rejects.toMatchObject({ code: expected, message: 'In words.' })
  })

  it('reports in its state why the last job failed, until one succeeds', async () => {
    open(`if (jobs === 1 && job.type === 'inspect') throw new Error('defect')\n${generated}`)
    expect(workers.getState()).toEqual({ runningCount: 0, waitingCount: 0 })
    await expect(inspect()).rejects.toMatchObject({ code: 'engine_failed' })
    expect(workers.getState().problem).toMatch(/ended with code 1/)
    await generate()
    expect(workers.getState()).not.toHaveProperty('problem')
  })

  it.each([
    ['throws', `throw new Error('defect')`, /ended with code 1/],
    ['ends without an answer', `process.exit(3)`, /ended with code 3/],
    ['eats all memory', `const all = []; for (;;) all.push(new Array(1e6).fill({}))`, /memory/],
    [
      'eats all memory beside the heap',
      `const all = []; for (;;) all.push(new Uint8Array(50e6).fill(1))`,
      /ended with code 1/,
    ],
    ['answers something else', `port.postMessage({ type: 'generated' })`, /answered with/],
  ])('fails only the job whose process %s', async (_case, code, message) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    open(code)
    await expect(inspect()).rejects.toMatchObject({
      code: /memory/.test(message.source) ? 'out_of_memory' : 'engine_failed',
      message: expect.stringMatching(message),
    })
    log.mockRestore()
  })

  it.each([
    ['has ended', `process.exit(1)`],
    [
      'could not have the memory',
      `port.postMessage({ type: 'failed', code: 'out_of_memory', message: '' })`,
    ],
  ])(
    'throws an EngineEndedError if the process %s, and another error for a defect',
    async (_case, code) => {
      open(code)
      await expect(inspect()).rejects.toBeInstanceOf(EngineEndedError)
      await workers.close()
      open(`port.postMessage({ type: 'failed', code: 'internal', message: '' })`)
      await expect(inspect()).rejects.not.toBeInstanceOf(EngineEndedError)
    },
  )

  it('stops a process that never ends', async () => {
    open(`port.postMessage({ type: 'progress' }); for (;;);`)
    const stop = new AbortController()
    const job = workers.inspect(request, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(job).rejects.toThrow(/abort/i)
  })

  it('reuses a process that has completed its last job', async () => {
    open(count, 1)
    expect([await counted(), await counted(), await counted()]).toEqual([1, 2, 3])
  })

  it('does not reuse a process that failed or was stopped', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    open(
      `if (job.glb.length === 1) throw new Error('defect')
      if (job.glb.length === 2) { port.postMessage({ type: 'progress' }); for (;;); }
      ${count}`,
      1,
    )
    expect(await counted()).toBe(1)
    const failing = inspectFile('x', { signal: signal() })
    await expect(failing).rejects.toMatchObject({ code: 'engine_failed' })
    expect([await counted(), await counted()]).toEqual([1, 2])
    const stop = new AbortController()
    const endless = inspectFile('xx', { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(endless).rejects.toThrow(/abort/i)
    expect(await counted()).toBe(1)
    log.mockRestore()
  })

  it.each([
    ['is idle for long', count, 20],
    ['breaks down when it is idle', `${count}\nsetTimeout(() => { throw 'late' }, 20)`, 60_000],
  ])('starts another process when one %s', async (_case, code, idleMs) => {
    open(code, 1, idleMs)
    expect(await counted()).toBe(1)
    await vi.waitFor(async () => expect(await counted()).toBe(1), { interval: 200 })
  })

  it('limits the number of concurrent jobs', async () => {
    const file = path.join(folder, 'running.txt')
    const note = (sign: string) =>
      `process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(file)}, '${sign}')`
    open(`${note('+')}\nsetTimeout(() => { ${note('-')}\n${answer} }, 100)`, 1)
    const left = new AbortController()
    const jobs = [1, 2, 3, 4].map(() => inspect())
    const leaving = workers.inspect(request, { signal: left.signal })
    left.abort()
    await expect(leaving).rejects.toThrow(/abort/i)
    await Promise.all(jobs)
    const changes = Array.from(readFileSync(file, 'utf8'), (sign) => (sign === '+' ? 1 : -1))
    expect(changes).toHaveLength(8)
    let running = 0
    const counts = changes.map((change) => (running += change))
    // `runningMax` is 1, and the queue has an extra place for small jobs such as inspecting.
    expect(Math.max(...counts)).toBeLessThanOrEqual(2)
  })
})

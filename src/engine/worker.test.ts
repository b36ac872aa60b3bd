import { fork, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EngineEvent, EngineRequest } from './messages.ts'
import type { EngineParams } from './params.ts'
import { figurePicture, logoPicture, scenePicture } from './testing/pictures.fixture.ts'
import { weightsPath } from './testing/weights-path.fixture.ts'

const entry = fileURLToPath(new URL('./worker-from-source.mjs', import.meta.url))
const started: ChildProcess[] = []

afterEach(() => {
  for (const worker of started.splice(0)) worker.kill('SIGKILL')
})

function start(job: EngineRequest): ChildProcess {
  const worker = fork(entry, { serialization: 'advanced', silent: true, execArgv: [] })
  started.push(worker)
  ask(worker, job)
  return worker
}

function ask(worker: ChildProcess, job: EngineRequest): void {
  worker.send(job)
}

async function getEvents(worker: ChildProcess): Promise<EngineEvent[]> {
  const events: EngineEvent[] = []
  for await (const event of readMessages(worker)) {
    events.push(event)
    if (event.type !== 'progress') return events
  }
  throw new Error('The worker has ended.')
}

/** Yields the messages of a worker. `once` would lose messages that arrive at the same time. */
async function* readMessages(worker: ChildProcess): AsyncGenerator<EngineEvent> {
  for await (const [event] of on(worker, 'message') as AsyncIterable<EngineEvent[]>) {
    if (event) yield event
  }
}

async function jobFor(
  picture: Promise<Uint8Array>,
  params: Partial<EngineParams> = {},
): Promise<Extract<EngineRequest, { type: 'generate' }>> {
  return {
    type: 'generate',
    picture: await picture,
    params: { face_limit: 2_000, model_seed: 9, texture_size: 512, ...params },
    recipe: {},
    weightsPath,
  }
}

describe('engine worker', () => {
  it('makes a model and reports progress', async () => {
    const worker = start(await jobFor(logoPicture()))
    const events = await getEvents(worker)
    const made = events.at(-1)
    expect(made).toMatchObject({ type: 'generated', seed: 9 })
    const progress = events.flatMap((e) => (e.type === 'progress' ? [e.progress] : []))
    expect(progress.length).toBeGreaterThan(8)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  it('starts each job from the same state, so that its result does not depend on earlier jobs', async () => {
    const job = await jobFor(figurePicture())
    const worker = start(job)
    const first = (await getEvents(worker)).at(-1)
    ask(worker, await jobFor(scenePicture(), { texture: false, pbr: false }))
    await getEvents(worker)
    worker.send({ type: 'piece', at: 0, total: 3, piece: new Uint8Array([1, 2, 3]) })
    ask(worker, { type: 'inspect', glb: new Uint8Array() })
    expect(await getEvents(worker)).toMatchObject([{ type: 'failed', code: 'model_unreadable' }])
    ask(worker, job)
    const again = (await getEvents(worker)).at(-1)
    expect(again?.type).toBe('generated')
    expect(again).toEqual(first)
  })

  it('rejects an invalid request with a reason and then accepts a valid request', async () => {
    const worker = start(await jobFor(Promise.resolve(Buffer.from('no picture'))))
    const events = await getEvents(worker)
    expect(events.at(-1)).toEqual({
      type: 'failed',
      code: 'picture_unreadable',
      message: 'The picture cannot be read: the file is damaged or of an unknown kind.',
    })
    ask(worker, await jobFor(logoPicture()))
    expect((await getEvents(worker)).at(-1)).toMatchObject({ type: 'generated' })
  })

  it('reports no server path if the mask network’s file is missing', async () => {
    const job = await jobFor(scenePicture())
    const events = await getEvents(start({ ...job, weightsPath: '/nowhere/at-all.onnx' }))
    expect(events.at(-1)).toMatchObject({ type: 'failed', code: 'network_unusable' })
    expect(JSON.stringify(events)).not.toContain('nowhere')
  })

  it('can be stopped while painting the texture', async () => {
    const worker = start(await jobFor(figurePicture(512), { texture_size: 2048 }))
    for await (const event of readMessages(worker)) {
      if (event.type === 'progress' && event.stage === 'texture') break
      expect(event.type).toBe('progress')
    }
    const end = vi.fn<(message: unknown) => void>()
    worker.on('message', end)
    worker.kill('SIGKILL')
    expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL'])
    expect(end).not.toHaveBeenCalledWith(expect.objectContaining({ type: 'generated' }))
  })
})

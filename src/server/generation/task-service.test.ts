import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { assetSchema } from '#contract/assets.ts'
import { taskSchema } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import type { GenerationProvider, GenerationRequest } from '../ports/generation-provider.ts'
import { asOwner, asServer } from '../store/owner-scope.ts'
import { assets as assetRows, tasks as taskRows } from '../store/schema.ts'
import type { InspectModel } from '../ports/inspect-model.ts'
import {
  fakeProvider,
  noStats,
  png,
  tinyGlb,
  untilOver,
  untilStopped,
  untilTask,
} from './tasks.fixture.ts'
import { prepareWorlds } from './worlds.fixture.ts'

const worlds = prepareWorlds()
const world = worlds.open

const produces = (produce: GenerationProvider['produce']) => fakeProvider({ produce })

describe('TaskService.create', () => {
  it('generates a 3D model and stores it with its params', async () => {
    const requests: GenerationRequest[] = []
    const { tasks, request, assets, blobs, files, picture } = await world({
      provider: produces((given) => {
        requests.push(given)
        return fakeProvider().produce(given, () => {}, AbortSignal.timeout(300_000))
      }),
    })
    const wanted = { file: { file_token: picture }, model_seed: 7 }
    const task = await tasks.create(request(wanted))
    expect(taskSchema.parse(task)).toMatchObject({
      params: wanted,
      status: 'queued',
      pictureUrl: `/api/files/${picture}/content`,
    })

    const done = taskSchema.parse(await untilOver(tasks, task.id))
    const { file } = (await files.find(picture))!
    expect(done).toMatchObject({ status: 'completed', progress: 1 })
    expect(assetSchema.parse(done.asset)).toMatchObject({
      name: 'Teddy',
      sizeBytes: tinyGlb().byteLength,
      recipe: { modelId: 'fake/model', params: wanted, inputSha256: [file.sha256] },
    })
    expect(requests[0]).toMatchObject({
      model: 'model',
      params: wanted,
      pictures: [{ path: 'file', mimeType: 'image/png', sha256: file.sha256 }],
    })
    const { blobKey } = (await assets.find(done.asset!.id))!
    expect(Buffer.from(await blobs.read(blobKey))).toEqual(Buffer.from(tinyGlb()))
  })

  it('fills in a random seed if none is given, and stores the seed', async () => {
    const { tasks, request } = await world({ isStarted: false })
    const { id, params } = await tasks.create(request())
    expect(params['model_seed']).toSatisfy((seed: number) => seed >= 1 && seed <= 2_147_483_647)
    expect((await tasks.find(id))?.params).toEqual(params)
  })

  it('returns the same task for the same request, also for concurrent requests', async () => {
    const { tasks, request } = await world({ isStarted: false })
    const wanted = request()
    const [first, second] = await Promise.all([tasks.create(wanted), tasks.create(wanted)])
    expect(second).toEqual(first)
    expect(await tasks.create(wanted)).toEqual(first)
    expect((await tasks.list(10)).tasks).toHaveLength(1)
  })

  it('refuses another request with the same id', async () => {
    const { tasks, request, picture } = await world({ isStarted: false })
    const wanted = request()
    await tasks.create(wanted)
    const params = { file: { type: 'png', file_token: picture }, face_limit: 200 }
    await expect(tasks.create({ ...wanted, params })).rejects.toMatchObject({ code: 'conflict' })
  })

  it.each([
    ['a missing picture', () => ({}), 'file'],
    ['a value out of range', (file: object) => ({ file, face_limit: 7 }), 'face_limit'],
    ['a param that does not exist', (file: object) => ({ file, quads: true }), 'quads'],
    ['an unknown picture', () => ({ file: { file_token: newId() } }), 'file/file_token'],
    ['a picture in an object store', () => ({ file: { object: 'bucket/key' } }), 'file'],
    ['a data: URL without base64', () => ({ file: { url: 'data:image/png,abc' } }), 'file/url'],
  ])('refuses %s and reports the param', async (_case, params, path) => {
    const { tasks, request, picture } = await world({ isStarted: false })
    const refused = tasks.create(request(params({ file_token: picture })))
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_params',
      issues: [expect.objectContaining({ path })],
    })
    expect((await tasks.list(10)).tasks).toEqual([])
  })

  it('limits each API key separately and alternates between keys', async () => {
    const made: unknown[] = []
    const { tasks, request, picture } = await world({
      isStarted: false,
      limits: { queuedMax: 100, queuedPerKeyMax: 3 },
      provider: produces((given) => {
        made.push(given.params['model_seed'])
        return fakeProvider().produce(given, () => {}, AbortSignal.timeout(300_000))
      }),
    })
    const create = (seed: number, keyId?: string) =>
      tasks.create(request({ file: { file_token: picture }, model_seed: seed }), { keyId })
    for (const seed of [1, 2, 3]) await create(seed, 'greedy')
    await expect(create(4, 'greedy')).rejects.toMatchObject({ code: 'too_many_tasks' })
    await create(11, 'modest')
    const own = await create(21)
    await create(22)
    await tasks.start()
    await untilOver(tasks, own.id)
    await vi.waitFor(() => expect(made).toHaveLength(6))
    expect(made).toEqual([1, 11, 21, 2, 22, 3])
  })

  it('alternates between people, however many API keys each person has', async () => {
    const made: unknown[] = []
    const { tasks, files, request } = await world({
      isStarted: false,
      provider: produces((given) => {
        made.push(given.params['note'])
        return fakeProvider().produce(given, () => {}, AbortSignal.timeout(300_000))
      }),
    })
    worlds.store.ownership.isStrict = true
    try {
      const create = (ownerId: string, keyId: string, note: string) =>
        asOwner(ownerId, async () => {
          const { id } = await files.upload(await png('#0a0b0c'), 'a.png')
          return tasks.create(request({ file: { file_token: id }, note }), { keyId })
        })
      for (const key of ['1', '2', '3']) await create('greedy', key, `greedy ${key}`)
      await create('modest', '4', 'modest')
      await asServer(() => tasks.start())
      await vi.waitFor(() => expect(made).toHaveLength(4))
      expect(made).toEqual(['greedy 1', 'modest', 'greedy 2', 'greedy 3'])
    } finally {
      worlds.store.ownership.isStrict = false
    }
  })

  it('refuses an unknown model, too large params and a full queue', async () => {
    const { tasks, request, picture } = await world({
      isStarted: false,
      limits: { queuedMax: 2 },
    })
    const unknown = { ...request(), modelId: 'fake/other' }
    await expect(tasks.create(unknown)).rejects.toMatchObject({ code: 'unknown_model' })
    const large = request({ file: { file_token: picture }, note: 'x'.repeat(70_000) })
    await expect(tasks.create(large)).rejects.toMatchObject({ code: 'too_large' })
    const first = request()
    await tasks.create(first)
    await tasks.create(request())
    await expect(tasks.create(request())).rejects.toMatchObject({
      code: 'too_many_tasks',
      retryAfterSeconds: 10,
    })
    expect(await tasks.create(first)).toMatchObject({ id: first.id })
    expect((await tasks.list(10)).tasks).toHaveLength(2)
  })

  it('stores pictures from URLs of this server, `data:` URLs and web URLs', async () => {
    const fetched: string[] = []
    const { tasks, request, picture } = await world({
      isStarted: false,
      fetchPicture: async (url) => {
        fetched.push(url)
        return { bytes: await png('#00ff00'), name: '/frog%20green.png' }
      },
    })
    const origin = 'http://bozzetto.test'
    const create = (url: string) => tasks.create(request({ file: { url } }), { ownAddress: origin })
    expect((await create(`/api/files/${picture}/content`)).params['file']).toEqual({
      file_token: picture,
    })
    expect((await create(`${origin}/api/files/${picture}`)).params['file']).toEqual({
      file_token: picture,
    })
    const data = `data:image/png;base64,${(await png()).toString('base64')}`
    expect((await create(data)).params['file']).toEqual({ file_token: picture })
    expect(fetched).toEqual([])
    const { pictureUrl } = await create('https://example.com/frog')
    expect(fetched).toEqual(['https://example.com/frog'])
    expect(pictureUrl).not.toContain(picture)
  })

  it('ignores empty strings for unused picture references', async () => {
    const { tasks, request, picture } = await world({ isStarted: false })
    const file = { type: 'png', file_token: picture, url: '', object: '' }
    expect((await tasks.create(request({ file }))).params['file']).toEqual({
      type: 'png',
      file_token: picture,
    })
  })

  it('replaces characters that the database cannot store', async () => {
    const { tasks, request, picture } = await world({ isStarted: false })
    const note = 'a\u0000b\ud800c'
    const wanted = request({ file: { file_token: picture }, note })
    expect((await tasks.create(wanted)).params['note']).toBe('a\uFFFDb\uFFFDc')
    expect(await tasks.create(wanted)).toMatchObject({ id: wanted.id })
  })
})

describe('a running task', () => {
  it('fails with the reason of its provider, and the next task runs', async () => {
    let calls = 0
    const { tasks, request } = await world({
      provider: produces(async (...given) => {
        if (calls++ === 0) {
          throw new HttpError('provider_failed', 'No luck.', { upstreamRequestId: 'r1' })
        }
        return fakeProvider().produce(...given)
      }),
    })
    const [first, second] = [await tasks.create(request()), await tasks.create(request())]
    expect(await untilOver(tasks, first.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'provider_failed', message: 'No luck.', upstreamRequestId: 'r1' },
    })
    expect(await untilOver(tasks, second.id)).toMatchObject({ status: 'completed' })
  })

  it.each([
    [true, 'nothing'],
    [false, 'unclear'],
  ])('knows what a failed task cost if the provider refunds it: %s', async (isRefunded, cost) => {
    const failure = new HttpError('provider_failed', 'No luck.', { isRefunded })
    const { tasks, request } = await world({
      provider: {
        ...produces(() => Promise.reject(failure)),
        submit: () => Promise.resolve({ upstreamId: 'up-1' }),
      },
    })
    const { id } = await tasks.create(request())
    expect(await untilOver(tasks, id)).toMatchObject({ status: 'failed', cost })
  })

  it('fails with the code `internal` after an unexpected error, and hides its message', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { tasks, request } = await world({
      provider: produces(() => Promise.reject(new TypeError('x is not a function'))),
    })
    const { failure } = await untilOver(tasks, (await tasks.create(request())).id)
    expect(failure).toMatchObject({ code: 'internal' })
    expect(failure?.message).not.toContain('function')
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })

  it('fails when it exceeds its time limit', async () => {
    const { tasks, request } = await world({
      provider: produces(untilStopped),
      limits: { timeoutMs: { default: 50 } },
    })
    expect(await untilOver(tasks, (await tasks.create(request())).id)).toMatchObject({
      status: 'failed',
      failure: { code: 'timed_out' },
    })
  })

  it.each([
    ['is empty', new Uint8Array(), /empty/],
    ['is a web page', Buffer.from('<html>502 Bad Gateway'), /not a GLB/],
    ['is cut off', tinyGlb().slice(0, -4), /incomplete/],
  ])('fails when the result %s', async (_case, bytes, message) => {
    const { tasks, request } = await world({
      provider: produces(() =>
        Promise.resolve({ bytes, mimeType: 'model/gltf-binary', fileName: 'a.glb' }),
      ),
    })
    expect(await untilOver(tasks, (await tasks.create(request())).id)).toMatchObject({
      status: 'failed',
      failure: { code: 'result_invalid', message: expect.stringMatching(message) },
    })
  })

  it('stores a model in a format other than GLB unchanged, with its cost and warnings', async () => {
    const bytes = Buffer.from('Kaydara FBX Binary  \0 and so on')
    const inspect = vi.fn<InspectModel>()
    const { tasks, request, blobs, assets } = await world({
      inspect,
      provider: produces(() =>
        Promise.resolve({
          bytes,
          mimeType: 'application/x-fbx',
          fileName: 'model.fbx',
          cost: '0.35',
          warnings: ['The back was not used.'],
        }),
      ),
    })
    const { asset } = await untilOver(tasks, (await tasks.create(request())).id)
    expect(asset).toMatchObject({
      mimeType: 'application/x-fbx',
      recipe: { cost: '0.35', warnings: ['The back was not used.'] },
    })
    const { blobKey } = (await assets.find(asset!.id))!
    expect(Buffer.from(await blobs.read(blobKey))).toEqual(bytes)
    expect(inspect).not.toHaveBeenCalled()
  })

  it('keeps its model in memory while the disk is read-only, and makes the model only once', async () => {
    const produce = vi.fn<GenerationProvider['produce']>(fakeProvider().produce)
    const { tasks, request, blobs } = await world({ provider: produces(produce) })
    const refusal = Object.assign(new Error('refused'), { code: 'EROFS', path: '/data' })
    const put = vi.spyOn(blobs, 'put').mockRejectedValueOnce(refusal)
    const { status } = await untilOver(tasks, (await tasks.create(request())).id)
    expect(status).toBe('completed')
    expect(put).toHaveBeenCalledTimes(2)
    expect(produce).toHaveBeenCalledOnce()
  })

  it.each([
    ['throws an unexpected error', () => Promise.reject(new TypeError('of a defect'))],
    ['refuses the model', () => Promise.reject(new HttpError('result_invalid', 'No.'))],
    [
      'returns values that the database cannot store',
      () =>
        Promise.resolve({
          stats: { ...noStats, extensions: ['\u0000', '\ud83d'], triangles: -5 },
          issues: ['\u0000'],
        }),
    ],
    [
      'returns a value that is not JSON',
      () => {
        const endless: { self?: unknown } = {}
        endless.self = endless
        return Promise.resolve({ stats: { ...noStats, ...endless }, issues: [] })
      },
    ],
  ] satisfies [string, InspectModel][])(
    'stores a paid model when the inspection %s',
    async (_case, inspect) => {
      const silent = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { tasks, request, assets, blobs } = await world({ inspect })
      const done = await untilOver(tasks, (await tasks.create(request())).id)
      expect(taskSchema.parse(done)).toMatchObject({ status: 'completed' })
      const { blobKey } = (await assets.find(done.asset!.id))!
      expect(Buffer.from(await blobs.read(blobKey))).toEqual(Buffer.from(tinyGlb()))
      silent.mockRestore()
    },
  )

  it('stores a model whose inspection exceeds the time limit of the task', async () => {
    const silent = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const limitMs = 77_777
    const endTask = () => timers.mock.calls.find(([, ms]) => ms === limitMs)?.[0]
    const { tasks, request } = await world({
      limits: { timeoutMs: { default: limitMs } },
      inspect: (_glb, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
          endTask()?.()
        }),
    })
    const done = await untilOver(tasks, (await tasks.create(request())).id)
    expect(done).toMatchObject({ status: 'completed', asset: { sizeBytes: tinyGlb().byteLength } })
    timers.mockRestore()
    silent.mockRestore()
  })

  it('ends even if its error message cannot be stored', async () => {
    const { tasks, request } = await world({
      provider: produces(() =>
        Promise.reject(new HttpError('provider_failed', 'It says: \u0000 and half of \ud83d.')),
      ),
    })
    const done = await untilOver(tasks, (await tasks.create(request())).id)
    expect(done).toMatchObject({
      status: 'failed',
      failure: { code: 'provider_failed', message: 'It says: \ufffd and half of \ufffd.' },
    })
  })

  it('stores a model that crashes the inspection', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { tasks, request } = await world({
      inspect: () => Promise.reject(new HttpError('engine_failed', 'It ran out of memory.')),
    })
    const { status, asset } = await untilOver(tasks, (await tasks.create(request())).id)
    expect(status).toBe('completed')
    expect(asset).not.toHaveProperty('stats')
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })
})

describe('TaskService.cancel', () => {
  it('ends a running task immediately and stores no model', async () => {
    const { tasks, request } = await world({ provider: produces(untilStopped) })
    const { id } = await tasks.create(request())
    await untilTask(tasks, id, ({ status }) => status === 'running')
    expect(await tasks.cancel(id)).toMatchObject({ status: 'cancelled' })
    expect(await untilOver(tasks, id)).toMatchObject({ status: 'cancelled' })
    expect((await tasks.find(id))?.asset).toBeUndefined()
  })

  it('ends a queued task, which then never begins', async () => {
    const begun: string[] = []
    const { tasks, request } = await world({
      provider: produces((given, report, signal) => {
        begun.push(given.taskId)
        return untilStopped(given, report, signal)
      }),
    })
    const first = await tasks.create(request())
    const second = await tasks.create(request())
    const third = await tasks.create(request())
    await vi.waitFor(() => expect(begun).toEqual([first.id]))
    await tasks.cancel(second.id)
    await tasks.cancel(first.id)
    await vi.waitFor(() => expect(begun).toEqual([first.id, third.id]))
  })

  it('ignores a result that arrives after the cancellation', async () => {
    const finishers: (() => void)[] = []
    const { tasks, request } = await world({
      provider: produces(async (...given) => {
        await new Promise<void>((resolve) => finishers.push(resolve))
        return fakeProvider().produce(...given)
      }),
    })
    const { id } = await tasks.create(request())
    await vi.waitFor(() => expect(finishers).toHaveLength(1))
    await tasks.cancel(id)
    finishers[0]?.()
    const next = await tasks.create(request())
    await vi.waitFor(() => expect(finishers).toHaveLength(2))
    finishers[1]?.()
    await untilOver(tasks, next.id)
    expect(await tasks.find(id)).toMatchObject({ status: 'cancelled' })
    expect(await worlds.store.db.select().from(assetRows)).toHaveLength(1)
  })

  it('does not change a finished task, and returns nothing for an unknown task', async () => {
    const { tasks, request } = await world()
    const { id } = await tasks.create(request())
    const done = await untilOver(tasks, id)
    expect(await tasks.cancel(id)).toEqual(done)
    expect(await tasks.cancel(newId())).toBeUndefined()
  })

  it('explains that a submitted task may be billed, and keeps the id of the task at its service', async () => {
    const { tasks, request } = await world({
      provider: fakeProvider({
        submit: () => Promise.resolve({ upstreamId: 'up-1' }),
        produce: untilStopped,
      }),
    })
    const { id } = await tasks.create(request())
    await vi.waitFor(async () => {
      const [row] = await worlds.store.db.select().from(taskRows).where(eq(taskRows.id, id))
      expect(row?.upstreamId).toBe('up-1')
    })
    expect((await tasks.cancel(id))?.failure?.message).toContain('may still bill')
  })
})

describe('TaskService.list', () => {
  it('returns the newest and all unfinished tasks, with queue positions', async () => {
    const { tasks, request } = await world({ provider: produces(untilStopped) })
    const running = await tasks.create(request())
    await untilTask(tasks, running.id, ({ status }) => status === 'running')
    const second = await tasks.create(request())
    const third = await tasks.create(request())
    expect((await tasks.list(1)).tasks).toMatchObject([
      { id: third.id, queuePosition: 1 },
      { id: second.id, queuePosition: 0 },
      { id: running.id, status: 'running' },
    ])
    expect(await tasks.find(third.id)).toMatchObject({ queuePosition: 1 })
  })
})

describe('task workers', () => {
  it('run as many tasks at once as the provider allows', async () => {
    let now = 0
    let most = 0
    const { tasks, request } = await world({
      provider: fakeProvider({
        concurrency: 2,
        produce: async (...given) => {
          most = Math.max(most, ++now)
          // The test waits until both tasks run, so that it does not depend on the speed of the
          // machine.
          await vi.waitFor(() => expect(most).toBeGreaterThan(1))
          await sleep(30)
          now--
          return fakeProvider().produce(...given)
        },
      }),
    })
    const made = []
    for (let i = 0; i < 5; i++) made.push(await tasks.create(request()))
    for (const { id } of made) {
      expect(await untilOver(tasks, id)).toMatchObject({ status: 'completed' })
    }
    expect(most).toBe(2)
  })
})

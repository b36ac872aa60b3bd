import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import {
  fakeProvider,
  png,
  testModel,
  tinyGlb,
  untilOver,
  untilStopped,
  untilTask,
} from '../../generation/tasks.fixture.ts'
import type { GenerationProvider } from '../../ports/generation-provider.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import {
  testApiKey,
  openModelServer,
  origin,
  type ModelServerAnswer,
  type ModelServer,
} from './model-routes.fixture.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let server: ModelServer
async function open(provider: GenerationProvider = fakeProvider(), waitMs?: number) {
  server = await openModelServer(store, { provider, ...(waitMs !== undefined && { waitMs }) })
}
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const create = (body: unknown, headers: Record<string, string> = {}) =>
  server.call('/model/v1/generation', { body, headers })
const wanted = (params?: object) => server.wanted(params)
const getTask = (id: string) => server.call(`/model/v1/generation/task/${id}`)
async function finished(body: unknown = wanted()): Promise<ModelServerAnswer['body']> {
  const { id } = (await create(body)).body
  await untilOver(server.world.tasks, id)
  return (await getTask(id)).body
}

describe('POST /v1/generation', () => {
  it('returns the four fields that clients read', async () => {
    await open()
    const { status, body } = await create(wanted())
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{20}$/),
      created_at: expect.any(Number),
      status: 'in_progress',
      model: testModel.id,
    })
    expect(body.created_at).toBeCloseTo(Date.now() / 1000, -2)
    expect(Number.isInteger(body.created_at)).toBe(true)
  })

  it.each<[string, () => object, Record<string, string>]>([
    ['in the header alone', () => ({ input: wanted().input }), { 'x-model': testModel.id }],
    ['in both, the same', () => wanted(), { 'x-model': testModel.id }],
    ['without its provider', () => ({ ...wanted(), model: 'model' }), {}],
    ['with fields that nobody knows', () => ({ ...wanted(), moderation: true, metadata: {} }), {}],
    ['with the input outside of a list', () => ({ ...wanted(), input: wanted().input[0] }), {}],
  ])('accepts the model %s', async (_case, body, headers) => {
    await open()
    expect(await create(body(), headers)).toMatchObject({
      status: 200,
      body: { model: testModel.id },
    })
  })

  it('accepts a picture as a data URL and as a URL of this server', async () => {
    await open()
    const url = `data:image/png;base64,${(await png('#123456')).toString('base64')}`
    expect(await create(wanted({ file: { url } }))).toMatchObject({ status: 200 })
    const own = `${origin}/api/files/${server.world.picture}/content`
    expect(await create(wanted({ file: { type: 'png', url: own } }))).toMatchObject({ status: 200 })
  })

  it('accepts a HEIC picture as a data URL', async () => {
    await open()
    const heic = await readFile(
      new URL('../../files/pictures/rotated.fixture.heic', import.meta.url),
    )
    const url = `data:image/heic;base64,${heic.toString('base64')}`
    const { body } = await create(wanted({ file: { type: 'heic', url } }))
    const task = await server.world.tasks.find(body.id)
    const { file } = task!.params as { file: { file_token: string } }
    expect(await server.world.files.find(file.file_token)).toMatchObject({
      file: { mimeType: 'image/jpeg', widthPx: 40, heightPx: 64 },
    })
  })

  it.each<[string, () => unknown]>([
    ['no model', () => ({ input: wanted().input })],
    ['no input', () => ({ model: testModel.id })],
    ['two inputs', () => ({ ...wanted(), input: [{}, {}] })],
    ['no params', () => ({ ...wanted(), input: [{}] })],
  ])('rejects a request with %s', async (_case, body) => {
    await open()
    expect(await create(body())).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST' } },
    })
  })

  it('rejects the URL of a picture in a private network', async () => {
    await open()
    const file = { url: 'http://169.254.169.254/' }
    expect(await create(wanted({ file }))).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_PICTURE' } },
    })
  })

  it.each(['Key', 'bearer'])('accepts the API key as %s, too', async (scheme) => {
    await open()
    const headers = { authorization: `${scheme} ${testApiKey}` }
    expect(await create(wanted(), headers)).toMatchObject({ status: 200 })
    expect(await create(wanted(), { authorization: '', 'x-api-key': testApiKey })).toMatchObject({
      status: 200,
    })
  })
})

describe('GET /v1/generation/task/{id}', () => {
  it('returns a completed task with a model URL that works without a key', async () => {
    await open()
    const { id } = (await create(wanted())).body
    await untilOver(server.world.tasks, id)
    const { status, body } = await getTask(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      created_at: expect.any(Number),
      status: 'completed',
      model: testModel.id,
      progress: 1,
      output: [{ content: [{ type: '3d', format: 'glb', url: expect.any(String), jobId: id }] }],
      usage: { cost: '' },
      metadata: {
        in_queue_at: expect.any(Number),
        completed_at: expect.any(Number),
        upload_at: expect.any(Number),
      },
    })
    const { url } = body.output[0].content[0]
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:5310\/model\/v1\/files\/[0-9a-z]{20}\.glb\?/)
    const file = await server.fetch(url, { headers: { authorization: '' } })
    expect(file.headers.get('content-type')).toBe('model/gltf-binary')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(tinyGlb()))
  })

  it('reports a running task with its progress', async () => {
    await open(
      fakeProvider({
        produce: (request, report, signal) => {
          report({ stage: 'Thinking', progress: 0.5 })
          return untilStopped(request, report, signal)
        },
      }),
    )
    const { id } = (await create(wanted())).body
    await vi.waitFor(async () => {
      expect((await getTask(id)).body).toMatchObject({ status: 'in_progress', progress: 0.45 })
    })
  })

  it.each([
    ['provider_failed', 502],
    ['bad_picture', 190000],
    ['provider_refused', 110001],
    ['timed_out', 504],
  ] as const)('reports the error %s of a failed task as a number', async (code, number) => {
    await open(
      fakeProvider({ produce: () => Promise.reject(new HttpError(code, 'It went wrong.')) }),
    )
    const { id } = (await create(wanted())).body
    await untilOver(server.world.tasks, id)
    expect(await getTask(id)).toMatchObject({
      status: 200,
      body: {
        status: 'failed',
        error: { code: number, message: 'It went wrong.', error_message: 'It went wrong.' },
        usage: { cost: '' },
      },
    })
  })

  it('reports a cancelled task as failed', async () => {
    await open(fakeProvider({ produce: untilStopped }))
    const { id } = (await create(wanted())).body
    await untilTask(server.world.tasks, id, ({ status }) => status === 'running')
    await server.world.tasks.cancel(id)
    expect((await getTask(id)).body).toMatchObject({ status: 'failed', error: { code: 499 } })
  })

  it('returns 404 for an unknown task', async () => {
    await open()
    for (const id of [newId(), 'probe-1b4e28ba']) {
      expect(await getTask(id)).toMatchObject({
        status: 404,
        body: { error: { message: 'Task not found' }, message: 'Task not found' },
      })
    }
  })
})

describe('POST /v1/generation/task/{id}/cancel', () => {
  it.each(['POST', 'PUT'])('cancels a running task, with %s', async (method) => {
    await open(fakeProvider({ produce: untilStopped }))
    const { id } = (await create(wanted())).body
    const path = `/model/v1/generation/task/${id}/cancel`
    expect(await server.call(path, { method })).toMatchObject({
      status: 200,
      body: { id, status: 'failed', error: { code: 499 } },
    })
  })

  it('does not change a task that is over', async () => {
    await open()
    const { id } = await finished()
    const answer = await server.call(`/model/v1/generation/task/${id}/cancel`, { method: 'POST' })
    expect(answer.body).toMatchObject({ id, status: 'completed' })
  })
})

const priced = (rule?: object) =>
  fakeProvider({
    listModels: () =>
      Promise.resolve([
        {
          ...testModel,
          paramSchema: { ...testModel.paramSchema, ...(rule && { 'x-price': rule }) },
        },
      ]),
  })
const precharge = (params?: object) =>
  server.call('/model/v1/generation/precharge', { body: wanted(params) })

describe('POST /v1/generation/precharge', () => {
  const about = {
    model: testModel.id,
    original_model: testModel.id,
    hash: expect.stringMatching(/^v1:[0-9a-f]{64}$/),
  }

  it('returns the price of exactly these params', async () => {
    const when = { required: ['face_limit'] }
    await open(priced({ unit: 'usd', base: 0.1, add: [{ when, amount: 0.2 }] }))
    const file = { file_token: server.world.picture }
    expect((await precharge({ file })).body).toEqual({
      status: 'success',
      data: {
        ...about,
        billing_model: testModel.id,
        sample_count: 1,
        cost: '0.1',
        currency: 'USD',
        discount: 1,
        updated_at: expect.any(Number),
      },
    })
    expect((await precharge({ file, face_limit: 500 })).body.data.cost).toBe('0.3')
  })

  it('reports that a price is not known, and creates no task', async () => {
    await open(priced())
    expect((await precharge()).body).toEqual({
      status: 'failed',
      data: { ...about, cost: null, reason: 'COST_CACHE_MISS' },
    })
    expect((await server.world.tasks.list(10)).tasks).toEqual([])
  })

  it('rejects price requests with params that a create request would reject', async () => {
    await open(priced())
    expect(await precharge({})).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMS' } },
    })
  })

  it('returns the same price that the task later charges once to its key', async () => {
    await open(priced({ unit: 'credit', base: 30, usdPerUnit: 0.01 }))
    const limits = { requestsPerMinute: 60, streams: 1 }
    const { secret } = await server.keys.create({ name: 'Mine', limits })
    const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': 'once' }
    await create(wanted(), headers)
    await create(wanted(), headers)
    expect(await server.keys.list()).toMatchObject([{ spentUsd: 0.3 }])
  })
})

describe('Idempotency-Key of a create request', () => {
  it('returns the same task for two simultaneous requests', async () => {
    await open()
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all([create(wanted(), headers), create(wanted(), headers)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
    expect((await server.world.tasks.list(10)).tasks).toHaveLength(1)
  })

  it('is rejected with another body or another model', async () => {
    await open()
    const headers = { 'idempotency-key': newId() }
    await create(wanted(), headers)
    const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } }
    const other = wanted({ file: { file_token: server.world.picture }, face_limit: 200 })
    expect(await create(other, headers)).toMatchObject(conflict)
    expect(await create({ ...wanted(), model: 'model' }, headers)).toMatchObject(conflict)
  })

  it('returns the existing task if the create request is repeated at /sync', async () => {
    await open()
    const headers = { 'idempotency-key': newId() }
    const { id } = (await create(wanted(), headers)).body
    const path = '/model/v1/generation/sync'
    const answer = await server.call(path, { body: wanted(), headers })
    expect(answer.body).toMatchObject({ id, status: 'completed' })
  })
})

const sync = (headers: Record<string, string> = {}) =>
  server.call('/model/v1/generation/sync', { body: wanted(), headers })

describe('POST /v1/generation/sync', () => {
  it('waits for the model and returns it in the response', async () => {
    // The test fixes the time, because the signed URL contains its expiry in seconds.
    vi.useFakeTimers({ toFake: ['Date'] })
    await open()
    const { status, body } = await sync()
    expect(status).toBe(200)
    expect(body).toEqual((await getTask(body.id)).body)
    expect(body).toMatchObject({ status: 'completed', output: [{ content: [{ type: '3d' }] }] })
  })

  it('returns a failed task', async () => {
    const reason = new HttpError('provider_refused', 'It was flagged.')
    await open(fakeProvider({ produce: () => Promise.reject(reason) }))
    expect(await sync()).toMatchObject({
      status: 200,
      body: { status: 'failed', error: { code: 110001 } },
    })
  })

  it('returns the task’s id when the wait times out, while the task continues', async () => {
    await open(fakeProvider({ produce: untilStopped }), 20)
    const { status, body } = await sync()
    expect(status).toBe(504)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-z]{20}$/),
      status: 'in_progress',
      error: { code: 'SYNC_TIMEOUT', message: expect.any(String) },
    })
    expect((await getTask(body.id)).body.status).toBe('in_progress')
  })

  it('counts a request to /sync as an open stream of its key', async () => {
    // On a loaded machine, the first request must not end before the second begins.
    await open(fakeProvider({ produce: untilStopped }), 2_000)
    const limits = { requestsPerMinute: 60, streams: 1 }
    const { secret } = await server.keys.create({ name: 'One', limits })
    const headers = { authorization: `Bearer ${secret}` }
    const answers = await Promise.all([sync(headers), sync(headers)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([429, 504])
    expect((await sync(headers)).status).toBe(504)
  })
})

type Frame = { event: string; data: ModelServerAnswer['body'] }
async function getFrames(response: Response): Promise<Frame[]> {
  const text = await response.text()
  return text
    .split('\n\n')
    .filter((frame) => frame !== '' && !frame.startsWith(':'))
    .map((frame) => ({
      event: /^event: (.*)$/m.exec(frame)?.[1] ?? '',
      data: JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? 'null'),
    }))
}
const readStream = async (id: string, query = '') =>
  getFrames(await server.fetch(`/model/v1/generation/task/${id}/stream${query}`))
const notProgress = (frames: Frame[]) => frames.filter(({ event }) => event !== 'progress')

describe('stream of a task', () => {
  it('contains progress, the output and the end at /sync', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { produce } = fakeProvider()
    await open(
      fakeProvider({
        produce: async (request, report, signal) => {
          report({ stage: 'Thinking', progress: 0.5 })
          return produce(request, report, signal)
        },
      }),
    )
    const headers = { accept: 'text/event-stream' }
    const response = await server.fetch('/model/v1/generation/sync', { body: wanted(), headers })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const frames = await getFrames(response)
    expect(frames[0]).toMatchObject({
      event: 'progress',
      data: { status: 'in_progress', output: [], cursor: 0 },
    })
    const [output, done, ...rest] = notProgress(frames)
    expect(rest).toEqual([])
    expect(output).toMatchObject({
      event: 'output',
      data: { status: 'in_progress', cursor: 1, output: [{ content: [{ type: '3d' }] }] },
    })
    expect(done?.event).toBe('done')
    expect(done?.data).toEqual((await getTask(done?.data.id)).body)
  })

  it('contains no outputs before the cursor if the task has ended', async () => {
    await open()
    const { id } = await finished()
    expect((await readStream(id)).map(({ event }) => event)).toEqual(['output', 'done'])
    expect((await readStream(id, '?cursor=1')).map(({ event }) => event)).toEqual(['done'])
  })

  it('ends with the task even if the task failed', async () => {
    await open(
      fakeProvider({ produce: () => Promise.reject(new HttpError('timed_out', 'Too slow.')) }),
    )
    const { id } = await finished()
    expect(await readStream(id)).toMatchObject([
      { event: 'done', data: { status: 'failed', error: { code: 504, message: 'Too slow.' } } },
    ])
  })

  it('contains an error when the wait times out before the task ends', async () => {
    await open(fakeProvider({ produce: untilStopped }), 50)
    const { id } = (await create(wanted())).body
    expect(notProgress(await readStream(id))).toMatchObject([
      { event: 'error', data: { id, status: 'in_progress', error: { code: 'SYNC_TIMEOUT' } } },
    ])
  })

  it.each(['-1', '1.5', 'x'])(
    'is rejected before it begins if the cursor is %s',
    async (cursor) => {
      await open()
      const { id } = (await create(wanted())).body
      const answer = await server.call(`/model/v1/generation/task/${id}/stream?cursor=${cursor}`)
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } })
    },
  )
})

describe('X-Request-Id', () => {
  it('is in every response: the client’s id, or a new id', async () => {
    await open()
    const { id } = await finished()
    const task = `/model/v1/generation/task/${id}`
    const paths = [task, `${task}/stream`, '/model/v1/queue/a/requests/b/status', '/api/v1/else']
    for (const path of paths) {
      const headers = { 'x-request-id': 'mine-1' }
      const sent = await server.fetch(path, { headers })
      expect(sent.headers.get('x-request-id')).toBe('mine-1')
      const made = await server.fetch(path)
      expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-z]{20}$/)
    }
  })
})

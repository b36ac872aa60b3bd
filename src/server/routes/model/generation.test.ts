import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { createKeyCheck } from '../../access/api-keys.ts'
import { HttpError } from '../../errors.ts'
import { createSigner } from '../../files/signer.ts'
import { createIdempotency } from '../../generation/idempotency.ts'
import {
  fakeProvider,
  openWorld,
  png,
  testModel,
  tinyGlb,
  untilOver,
  untilStopped,
  untilTask,
  type World,
} from '../../generation/tasks.fixture.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import type { GenerationProvider } from '../../providers/generation-provider.ts'
import { assets as assetRows, tasks as taskRows } from '../../store/schema.ts'
import { openStore, type Store } from '../../store/store.ts'
import { modelServiceRoutes } from './model-routes.ts'

vi.setConfig({ testTimeout: 20_000 })

const origin = 'http://127.0.0.1:5310'
const key = 'sa-0123456789'

let store: Store
beforeAll(async () => {
  store = await openStore('memory://')
}, 30_000)
afterAll(() => store.close())

let world: World
let now: number
let app: Hono
async function open(provider: GenerationProvider = fakeProvider()) {
  world = await openWorld(store, { provider })
  now = Date.now()
  const keyCheck = createKeyCheck([key], { limits: { requestsPerMinute: 1000 } })
  const signer = createSigner('a secret of ours', () => now)
  const catalogue = createCatalogue({ chatProviders: [], generationProviders: [provider] })
  const idempotency = createIdempotency(store, world.tasks)
  const routes = modelServiceRoutes({ ...world, catalogue, idempotency, signer, keyCheck })
  app = new Hono().route('/model', routes)
}
afterEach(async () => {
  await world.close()
  await store.db.delete(assetRows)
  await store.db.delete(taskRows)
})

async function call(path: string, init: { body?: unknown; headers?: Record<string, string> } = {}) {
  const response = await app.request(`${origin}/model${path}`, {
    headers: { authorization: `Bearer ${key}`, ...init.headers },
    ...('body' in init && {
      method: 'POST',
      body: typeof init.body === 'string' ? init.body : JSON.stringify(init.body),
    }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- what it is, is what the tests say
  const body: any = await response.json()
  return { status: response.status, body }
}
const create = (body: object, headers: Record<string, string> = {}) =>
  call('/v1/generation', { body, headers })
const picture = () => ({ type: 'png', file_token: world.picture })
const wanted = (params: object = { file: picture() }) => ({
  model: testModel.id,
  input: [{ params }],
})
/** Address of a finished model. */
async function resultUrl(): Promise<URL> {
  const { id } = (await create(wanted())).body
  await untilOver(world.tasks, id)
  return new URL((await taskOf(id)).body.output[0].content[0].url)
}
const taskOf = (id: string) => call(`/v1/generation/task/${id}`)

describe('POST /v1/generation', () => {
  it('answers with the four fields that clients read', async () => {
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
  ])('takes the model %s', async (_case, body, headers) => {
    await open()
    expect(await create(body(), headers)).toMatchObject({
      status: 200,
      body: { model: testModel.id },
    })
  })

  it('takes a picture as data:, and as an address of ours', async () => {
    await open()
    const url = `data:image/png;base64,${(await png('#123456')).toString('base64')}`
    expect(await create(wanted({ file: { url } }))).toMatchObject({ status: 200 })
    const own = `${origin}/api/files/${world.picture}/content`
    expect(await create(wanted({ file: { type: 'png', url: own } }))).toMatchObject({ status: 200 })
  })

  it.each<[string, number, string, () => unknown, Record<string, string>]>([
    ['two models', 400, 'BAD_REQUEST', () => wanted(), { 'x-model': 'other/model' }],
    ['no model', 400, 'BAD_REQUEST', () => ({ input: wanted().input }), {}],
    ['an unknown model', 404, 'UNKNOWN_MODEL', () => ({ ...wanted(), model: 'x/y' }), {}],
    ['no input', 400, 'BAD_REQUEST', () => ({ model: testModel.id }), {}],
    ['two inputs', 400, 'BAD_REQUEST', () => ({ ...wanted(), input: [{}, {}] }), {}],
    ['no params', 400, 'BAD_REQUEST', () => ({ ...wanted(), input: [{}] }), {}],
    ['no picture', 400, 'INVALID_PARAMS', () => wanted({}), {}],
    [
      'a private address',
      400,
      'BAD_PICTURE',
      () => wanted({ file: { url: 'http://169.254.169.254/' } }),
      {},
    ],
    ['bad JSON', 400, 'BAD_REQUEST', () => '{"model":', {}],
    ['no key', 401, 'UNAUTHORIZED', () => wanted(), { authorization: '' }],
    ['a wrong key', 401, 'UNAUTHORIZED', () => wanted(), { authorization: 'Bearer sa-wrong' }],
  ])('refuses %s in the form that clients read', async (_case, status, code, body, headers) => {
    await open()
    const answer = await call('/v1/generation', { body: body(), headers })
    const message = expect.stringMatching(/.{10}/)
    expect(answer).toMatchObject({
      status,
      body: { error: { code, message, error_message: message }, message },
    })
    expect(answer.body.error.error_message).toBe(answer.body.message)
  })

  it.each(['Key', 'bearer'])('takes the key as %s too', async (scheme) => {
    await open()
    const headers = { authorization: `${scheme} ${key}` }
    expect(await create(wanted(), headers)).toMatchObject({ status: 200 })
    expect(await create(wanted(), { authorization: '', 'x-api-key': key })).toMatchObject({
      status: 200,
    })
  })
})

describe('GET /v1/generation/task/{id}', () => {
  it('follows a task to its model, which can be fetched without a key', async () => {
    await open()
    const { id } = (await create(wanted())).body
    await untilOver(world.tasks, id)
    const { status, body } = await taskOf(id)
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
    const file = await app.request(url)
    expect(file.headers.get('content-type')).toBe('model/gltf-binary')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(tinyGlb()))
  })

  it('says that a running task is in progress, and how far', async () => {
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
      expect((await taskOf(id)).body).toMatchObject({ status: 'in_progress', progress: 0.45 })
    }, 10_000)
  })

  it.each([
    ['provider_failed', 502],
    ['bad_picture', 190000],
    ['provider_refused', 110001],
    ['timed_out', 504],
  ] as const)('reports %s with a number, in a task that failed', async (code, number) => {
    await open(
      fakeProvider({ produce: () => Promise.reject(new HttpError(code, 'It went wrong.')) }),
    )
    const { id } = (await create(wanted())).body
    await untilOver(world.tasks, id)
    expect(await taskOf(id)).toMatchObject({
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
    await untilTask(world.tasks, id, ({ status }) => status === 'running')
    await world.tasks.cancel(id)
    expect((await taskOf(id)).body).toMatchObject({ status: 'failed', error: { code: 499 } })
  })

  it('knows no unknown task', async () => {
    await open()
    for (const id of [newId(), 'probe-1b4e28ba']) {
      expect(await taskOf(id)).toMatchObject({
        status: 404,
        body: { error: { message: 'Task not found' }, message: 'Task not found' },
      })
    }
  })
})

describe('GET /v1/files/{name}', () => {
  it('refuses an address that was changed, or whose day is over', async () => {
    await open()
    const url = await resultUrl()
    const fetchWith = (change: (copy: URL) => void) => {
      const copy = new URL(url)
      change(copy)
      return app.request(copy.href)
    }
    expect((await fetchWith(() => {})).status).toBe(200)
    for (const change of [
      (copy: URL) => copy.searchParams.delete('signature'),
      (copy: URL) => copy.searchParams.set('expires', '99999999999'),
      (copy: URL) => (copy.pathname = `/model/v1/files/${newId()}.glb`),
    ]) {
      const answer = await fetchWith(change)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ error: { code: 'FORBIDDEN' } })
    }
    now += 25 * 60 * 60 * 1000
    expect((await fetchWith(() => {})).status).toBe(403)
  })

  it('says that a model was deleted', async () => {
    await open()
    const url = await resultUrl()
    const [, id = ''] = /files\/(\w+)\.glb/.exec(url.pathname) ?? []
    await world.assets.remove(id)
    expect((await app.request(url.href)).status).toBe(404)
  })
})

it('answers other paths of /model with a 404 in the same form', async () => {
  await open()
  expect(await call('/v1/unheard-of')).toMatchObject({
    status: 404,
    body: { error: { code: 'NOT_FOUND' } },
  })
})

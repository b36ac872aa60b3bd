import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import {
  fakeProvider,
  testModel,
  untilOver,
  untilStopped,
  untilTask,
} from '../../generation/tasks.fixture.ts'
import type { GenerationProvider } from '../../ports/generation-provider.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { openModelServer, origin, type ModelServer } from './model-routes.fixture.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let server: ModelServer
async function open(provider: GenerationProvider = fakeProvider()) {
  server = await openModelServer(store, { provider })
}
afterEach(() => server.close())

const queue = `/model/v1/queue/${testModel.id}`
const params = () => ({ file: { file_token: server.world.picture } })
const submit = (headers: Record<string, string> = {}) =>
  server.call(queue, { body: params(), headers })
const failing = (reason: HttpError) =>
  fakeProvider({
    produce: async () => {
      throw reason
    },
  })
const status = (id: string) => server.call(`${queue}/requests/${id}/status`)
const result = (id: string) => server.call(`${queue}/requests/${id}/response`)
const cancel = (id: string) => server.call(`${queue}/requests/${id}/cancel`, { method: 'PUT' })

async function over(): Promise<string> {
  const { request_id } = (await submit()).body
  await untilOver(server.world.tasks, request_id)
  return request_id
}

describe('POST /v1/queue/{model}', () => {
  it('accepts params without a wrapper and returns the URLs of the request', async () => {
    await open()
    const { status: code, body } = await submit()
    expect(code).toBe(200)
    const base = `${origin}${queue}/requests/${body.request_id}`
    expect(body).toEqual({
      request_id: expect.stringMatching(/^[0-9a-z]{20}$/),
      status: 'IN_QUEUE',
      queue_position: 0,
      response_url: `${base}/response`,
      status_url: `${base}/status`,
      cancel_url: `${base}/cancel`,
    })
  })

  it.each([encodeURIComponent(testModel.id), 'model'])('accepts the model id %s', async (name) => {
    await open()
    const answer = await server.call(`/model/v1/queue/${name}`, { body: params() })
    expect(answer.body.status_url).toContain(`/queue/${testModel.id}/requests/`)
  })

  it('creates a task that can also be read at /v1/generation/task/{id}', async () => {
    await open()
    const id = await over()
    const answer = await server.call(`/model/v1/generation/task/${id}`)
    expect(answer.body).toMatchObject({ id, status: 'completed' })
  })

  it('returns the same task for a repeated Idempotency-Key', async () => {
    await open()
    const headers = { 'idempotency-key': newId() }
    const [first, second] = [await submit(headers), await submit(headers)]
    expect(second.body.request_id).toBe(first.body.request_id)
  })

  it.each([
    ['in the body', '', { webhook: 'https://example.com' }, {}],
    ['in the query', '?fal_webhook=https://example.com', {}, {}],
    ['in a header', '', {}, { 'x-webhook-url': 'https://example.com' }],
  ])('rejects a webhook in %s', async (_case, query, inBody, headers) => {
    await open()
    const body = { ...params(), ...inBody }
    expect(await server.call(`${queue}${query}`, { body, headers })).toMatchObject({
      status: 400,
      body: { detail: 'webhook not supported' },
    })
  })
})

describe('GET …/requests/{id}', () => {
  it('returns the position in the queue, then the progress', async () => {
    await open(
      fakeProvider({
        produce: (request, report, signal) => {
          report({ progress: 0.5 })
          return untilStopped(request, report, signal)
        },
      }),
    )
    const [first, , third] = [await submit(), await submit(), await submit()]
    const { request_id: id } = first.body
    await untilTask(server.world.tasks, id, (task) => task.status === 'running')
    await vi.waitFor(async () => {
      expect((await status(id)).body).toMatchObject({ status: 'IN_PROGRESS', progress: 0.45 })
    })
    const response_url = expect.stringContaining('/response')
    const { request_id } = third.body
    expect((await status(request_id)).body).toEqual({
      status: 'IN_QUEUE',
      request_id,
      queue_position: 1,
      response_url,
    })
    expect(await result(request_id)).toMatchObject({ status: 202, body: { status: 'IN_QUEUE' } })
  })

  it('returns the file of a completed task', async () => {
    await open()
    const id = await over()
    expect((await status(id)).body).toMatchObject({
      status: 'COMPLETED',
      metrics: { inference_time: expect.any(Number) },
    })
    const expected = {
      request_id: id,
      status: 'COMPLETED',
      outputs: [
        {
          type: '3d',
          url: expect.stringContaining(`${origin}/model/v1/files/`),
          content_type: 'model/gltf-binary',
          file_name: 'Teddy.glb',
          file_size: expect.any(Number),
        },
      ],
    }
    expect(await result(id)).toMatchObject({ status: 200, body: expected })
    expect((await server.call(`${queue}/requests/${id}`)).body).toMatchObject(expected)
  })

  it.each([
    ['provider_refused', 'INFERENCE_FAILURE'],
    ['timed_out', 'INFERENCE_TIMEOUT'],
    ['bad_picture', 'REQUEST_INVALID'],
    ['storage_full', 'INTERNAL_SERVER_ERROR'],
  ] as const)('returns a failed task as completed, with the error %s as %s', async (code, type) => {
    await open(failing(new HttpError(code, 'It went wrong.')))
    const id = await over()
    const expected = { error: { message: 'It went wrong.' }, error_type: type, status: 'COMPLETED' }
    expect(await status(id)).toMatchObject({ status: 200, body: expected })
    expect(await result(id)).toMatchObject({ status: 200, body: { ...expected, outputs: [] } })
  })
})

describe('PUT …/requests/{id}/cancel', () => {
  it('cancels a task, which then counts as completed with an error', async () => {
    await open(fakeProvider({ produce: untilStopped }))
    const { request_id: id } = (await submit()).body
    expect(await cancel(id)).toMatchObject({
      status: 202,
      body: { status: 'CANCELLATION_REQUESTED' },
    })
    const { body } = await server.call(`${queue}/requests/${id}/status`)
    expect(body).toMatchObject({ status: 'COMPLETED', error_type: 'CANCELED' })
    expect(await cancel(id)).toMatchObject({ status: 400, body: { status: 'ALREADY_COMPLETED' } })
  })
})

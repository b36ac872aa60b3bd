import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import type { GenerationRequest } from '../generation-provider.ts'
import { bytes, cutOff, html, json, openGateway, reset } from './gateway.fixture.ts'
import { createGatewayGenerationProvider } from './generation.ts'

const createPath = '/model/v1/generation'
const taskPath = '/model/v1/generation/task/up-1'
const searchPath = '/model/v1/models/skill/search'

let gateway: Awaited<ReturnType<typeof openGateway>>
let provider: ReturnType<typeof createGatewayGenerationProvider>
beforeEach(async () => {
  gateway = await openGateway()
  provider = createGatewayGenerationProvider({
    baseUrl: gateway.origin,
    apiKey: 'sa-secret-key',
    pollIntervalMs: 5,
  })
})
afterEach(() => gateway.close())

const request: GenerationRequest = {
  taskId: 'task',
  model: 'tripo3d_image_to_model',
  params: { file: { type: 'png', file_token: 'ours' }, face_limit: 5000, model_seed: 3 },
  pictures: [
    { path: 'file', bytes: Buffer.from('PNG'), mimeType: 'image/png', sha256: '0'.repeat(64) },
  ],
}
const signal = () => AbortSignal.timeout(10_000)
const submit = () => provider.submit!(request, signal())
const produce = (moves: object[] = []) =>
  provider.produce({ ...request, upstreamId: 'up-1' }, (move) => moves.push(move), signal())

const running = json({ id: 'up-1', status: 'in_progress', progress: 0.4 })
const completed = (own: object = {}) =>
  json({
    id: 'up-1',
    status: 'completed',
    progress: 1,
    output: [{ content: [{ type: '3d', url: `${gateway.origin}/files/model.glb` }] }],
    usage: { cost: '0.30' },
    ...own,
  })

describe('submit', () => {
  it('sends model, params and picture, once', async () => {
    gateway.on(`POST ${createPath}`, json({ id: 'up-1', created_at: 1, status: 'in_progress' }))
    expect(await submit()).toEqual({ upstreamId: 'up-1' })
    expect(gateway.calls).toHaveLength(1)
    expect(gateway.calls[0]).toMatchObject({
      headers: { authorization: 'Bearer sa-secret-key', 'content-type': 'application/json' },
      body: {
        model: 'tripo3d_image_to_model',
        input: [
          {
            params: {
              file: { type: 'png', url: 'data:image/png;base64,UE5H' },
              face_limit: 5000,
              model_seed: 3,
            },
          },
        ],
      },
    })
  })

  it('puts what was given as JSON beside the other params', async () => {
    gateway.on(`POST ${createPath}`, json({ id: 'up-1' }))
    const params = { prompt: 'a bear', other_params: { steps: 12 } }
    await provider.submit!({ ...request, params, pictures: [] }, signal())
    expect(gateway.calls[0]?.body).toMatchObject({
      input: [{ params: { prompt: 'a bear', steps: 12 } }],
    })
  })

  it.each([
    ['the connection breaks', reset],
    ['it answers 502 with a web page', html(502)],
    ['it answers 500', json({ error: { code: 'INTERNAL_ERROR', message: 'oops' } }, 500)],
    ['its answer is cut off', cutOff(Buffer.from('{"id":"up-1","status":"in_progress"}'))],
    ['its answer has no id', json({ status: 'in_progress' })],
  ])('is uncertain, and not repeated, when %s', async (_case, answer) => {
    gateway.on(`POST ${createPath}`, answer)
    await expect(submit()).rejects.toMatchObject({
      code: 'submission_uncertain',
      upstreamRequestId: expect.any(String),
    })
    expect(gateway.countOf('POST', createPath)).toBe(1)
  })

  it.each([
    [401, { error: { code: 'UNAUTHORIZED', message: 'Invalid key' } }, 'provider_refused'],
    [402, { status: { code: 402, message: 'Insufficient credits' } }, 'provider_refused'],
    [429, { error: { code: 1002, message: 'rate limited' } }, 'rate_limited'],
    [400, { error: 'no model_ver_no found in request' }, 'provider_refused'],
    [503, { message: 'maintenance' }, 'provider_failed'],
    [200, { error: { code: 110001, error_message: 'flagged' } }, 'provider_refused'],
  ])('says why a status of %i refused it', async (status, body, code) => {
    gateway.on(`POST ${createPath}`, json(body, status, { 'x-request-id': 'req-9' }))
    await expect(submit()).rejects.toMatchObject({ code, upstreamRequestId: 'req-9' })
    expect(gateway.countOf('POST', createPath)).toBe(1)
  })

  it('is certain that nothing was sent when nobody listens', async () => {
    await gateway.close()
    await expect(submit()).rejects.toMatchObject({ code: 'provider_unreachable' })
    gateway = await openGateway()
  })
})

describe('produce', () => {
  it('follows the task to its model', async () => {
    gateway.on(
      `GET ${taskPath}`,
      json({ id: 'up-1', status: 'submitted' }),
      running,
      json({ id: 'up-1', status: 'IN_PROGRESS', progress: 0.8 }),
      completed({ status: 'COMPLETED' }),
    )
    gateway.on('GET /files/model.glb', bytes(tinyGlb()))
    const moves: object[] = []
    const result = await produce(moves)
    expect(Buffer.from(result.bytes)).toEqual(Buffer.from(tinyGlb()))
    expect(result.seed).toBe(3)
    expect(moves).toContainEqual({ stage: 'Waiting at the gateway' })
    expect(moves).toContainEqual({ stage: 'The gateway is making the model', progress: 0.8 })
  })

  it('gets over bad moments of the gateway and of the network', async () => {
    gateway.on(
      `GET ${taskPath}`,
      html(502),
      reset,
      cutOff(Buffer.from('{"status":"in_progress"}')),
      json({ error: { message: 'slow down' } }, 429),
      json({ error: { message: 'oops' } }, 500),
      completed(),
    )
    gateway.on('GET /files/model.glb', bytes(tinyGlb()))
    await expect(produce()).resolves.toMatchObject({ fileName: 'model.glb' })
  })

  it('waits as long as Retry-After says', async () => {
    gateway.on(`GET ${taskPath}`, json({}, 429, { 'retry-after': '1' }), completed())
    gateway.on('GET /files/model.glb', bytes(tinyGlb()))
    const start = performance.now()
    await produce()
    expect(performance.now() - start).toBeGreaterThan(950)
  })

  it('reads the task again for a new address when the download fails', async () => {
    gateway.on(`GET ${taskPath}`, completed())
    gateway.on('GET /files/model.glb', html(403), cutOff(tinyGlb()), bytes(tinyGlb()))
    expect(Buffer.from((await produce()).bytes)).toEqual(Buffer.from(tinyGlb()))
    expect(gateway.countOf('GET', taskPath)).toBe(3)
  })

  it.each([
    [
      'failed, with an error object',
      { status: 'failed', error: { error_message: 'flagged' } },
      /“flagged”/,
    ],
    ['failed, with a string', { status: 'failed', error: 'no luck' }, /“no luck”/],
    ['failed, without a word', { status: 'failed' }, /could not make/],
    ['completed without output', { status: 'completed', output: [] }, /no model in its answer/],
    ['completed with an error', { status: 'completed', error: { message: 'x' } }, /“x”/],
    ['cancelled elsewhere', { status: 'cancelled' }, /could not make/],
    [
      'a file: address',
      { status: 'completed', output: [{ content: [{ url: 'file:///etc/passwd' }] }] },
      /no web address/,
    ],
  ])('fails in words for a task that is %s', async (_case, task, message) => {
    gateway.on(`GET ${taskPath}`, json({ id: 'up-1', ...task }))
    await expect(produce()).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringMatching(message),
    })
  })

  it.each([
    [401, 'provider_refused'],
    [404, 'provider_refused'],
  ])('gives up at once for a status of %i', async (status, code) => {
    gateway.on(`GET ${taskPath}`, json({ message: 'Task not found' }, status))
    await expect(produce()).rejects.toMatchObject({ code })
    expect(gateway.countOf('GET', taskPath)).toBe(1)
  })

  it('never repeats the key, even if the gateway does', async () => {
    gateway.on(`GET ${taskPath}`, json({ status: 'failed', error: 'bad key sa-secret-key' }))
    await expect(produce()).rejects.toMatchObject({
      message: expect.not.stringContaining('sa-secret-key'),
    })
  })

  it('stops when it is told to', async () => {
    gateway.on(`GET ${taskPath}`, running)
    const stop = new AbortController()
    const stopped = provider.produce(
      { ...request, upstreamId: 'up-1' },
      () => stop.abort(),
      stop.signal,
    )
    await expect(stopped).rejects.toThrow(/abort/i)
  })
})

describe('listModels', () => {
  it('offers the known model also where there is no search', async () => {
    expect(await provider.listModels(signal())).toMatchObject([
      { id: 'gateway/tripo3d_image_to_model', provider: 'gateway', kind: '3d' },
    ])
  })

  it('adds what the search found, and remembers it', async () => {
    const hits = [{ id: 'tripo3d_image_to_model' }, { id: 'spark_3d', name: 'Spark' }, 'nonsense']
    gateway.on(`GET ${searchPath}`, json({ hits }))
    const models = await provider.listModels(signal())
    expect(models.map(({ id, name }) => [id, name])).toEqual([
      ['gateway/tripo3d_image_to_model', 'Tripo image to model'],
      ['gateway/spark_3d', 'Spark'],
    ])
    await provider.listModels(signal())
    expect(gateway.countOf('GET', searchPath)).toBe(1)
  })

  it('says that a key is refused', async () => {
    gateway.on(`GET ${searchPath}`, json({ error: 'missing authentication token' }, 401))
    await expect(provider.listModels(signal())).rejects.toMatchObject({ code: 'provider_refused' })
  })
})

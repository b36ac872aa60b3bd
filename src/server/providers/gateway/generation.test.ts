import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TaskStoppedError, type StopReason } from '../../ports/task-stopped.ts'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import type { GenerationRequest } from '../../ports/generation-provider.ts'
import { sendBytes, sendPart, html, json, openService, reset } from '../service/service.fixture.ts'
import { createGatewayGenerationProvider } from './generation.ts'
import { downloadResult } from '../service/download-result.ts'

const createPath = '/model/v1/generation'
const taskPath = '/model/v1/generation/task/up-1'

let gateway: Awaited<ReturnType<typeof openService>>
let provider: ReturnType<typeof createGatewayGenerationProvider>
beforeEach(async () => {
  gateway = await openService()
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
const signal = () => AbortSignal.timeout(300_000)
const submit = () => provider.submit!(request, signal())
const price = () => provider.readPrice!(request, signal())
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

const stopWith = async (reason: StopReason) => {
  gateway.on(`GET ${taskPath}`, running)
  gateway.on(`POST ${taskPath}/cancel`, json({}))
  const stop = new AbortController()
  const report = () => stop.abort(new TaskStoppedError(reason))
  const stopped = provider.produce({ ...request, upstreamId: 'up-1' }, report, stop.signal)
  await expect(stopped).rejects.toThrow(/abort|stopped/i)
}

describe('GenerationProvider.submit of a gateway', () => {
  it('sends model, params and picture in one request', async () => {
    gateway.on(`POST ${createPath}`, json({ id: 'up-1', created_at: 1, status: 'in_progress' }))
    expect(await submit()).toEqual({ upstreamId: 'up-1' })
    expect(gateway.calls).toHaveLength(1)
    expect(gateway.calls[0]).toMatchObject({
      headers: {
        authorization: 'Bearer sa-secret-key',
        'content-type': 'application/json',
        'idempotency-key': 'task',
      },
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

  it('merges params that the user entered as JSON into the other params', async () => {
    gateway.on(`POST ${createPath}`, json({ id: 'up-1' }))
    const params = { prompt: 'a bear', other_params: { steps: 12 } }
    await provider.submit!({ ...request, params, pictures: [] }, signal())
    expect(gateway.calls[0]?.body).toMatchObject({
      input: [{ params: { prompt: 'a bear', steps: 12 } }],
    })
  })

  it('sends pictures in the format that each model expects', async () => {
    gateway.on(`POST ${createPath}`, json({ id: 'up-1' }))
    const [picture] = request.pictures
    const send = async (model: string, params: Record<string, unknown>, ...paths: string[]) => {
      const pictures = paths.map((path) => ({ ...picture!, path }))
      await provider.submit!({ ...request, model, params, pictures }, signal())
      return (gateway.calls.at(-1)!.body as { input: [{ params: unknown }] }).input[0].params
    }
    const token = { file_token: 'ours' }
    const url = 'data:image/png;base64,UE5H'
    expect(
      await send(
        'tencent_hunyuan_3d',
        {
          image_url: '/api/files/ours',
          multi_view_images: [{ View: 'left', ImageUrl: '/api/files/ours' }],
        },
        'image_url',
        'multi_view_images/0/ImageUrl',
      ),
    ).toEqual({
      image_base64: 'UE5H',
      multi_view_images: [{ View: 'left', ImageBase64: 'UE5H' }],
    })
    expect(
      await send(
        'tripo3d_multiview_to_model',
        { files: [token, {}, token, {}] },
        'files/0',
        'files/2',
      ),
    ).toEqual({ files: [{ type: 'image', url }, {}, { type: 'image', url }, {}] })
    expect(
      await send('vtrix_3d', { text: 'a bear', image_url: '/api/files/ours' }, 'image_url'),
    ).toEqual({ text: 'a bear', image_url: url })
    expect(await send('spark_3d', { image: '/api/files/ours', prompt: 'a bear' }, 'image')).toEqual(
      {
        content: [
          { type: 'text', text: 'a bear' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    )
  })

  it.each([
    ['the connection breaks', reset],
    ['it answers 502 with a web page', html(502)],
    ['it answers 500', json({ error: { code: 'INTERNAL_ERROR', message: 'oops' } }, 500)],
    ['its answer is cut off', sendPart(Buffer.from('{"id":"up-1","status":"in_progress"}'))],
    ['its answer has no id', json({ status: 'in_progress' })],
  ])('reports an uncertain submission and does not retry when %s', async (_case, answer) => {
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
    [400, { error: { code: 190000, message: 'download failed' } }, 'bad_picture'],
    [403, { error: 'insufficient balance' }, 'provider_refused'],
    [503, { message: 'maintenance' }, 'provider_failed'],
    [200, { error: { code: 110001, error_message: 'flagged' } }, 'provider_refused'],
  ])('explains the refusal of an order with status %i', async (status, body, code) => {
    gateway.on(`POST ${createPath}`, json(body, status, { 'x-request-id': 'req-9' }))
    await expect(submit()).rejects.toMatchObject({ code, upstreamRequestId: 'req-9' })
    expect(gateway.countOf('POST', createPath)).toBe(1)
  })

  it('reports that nothing was sent if the connection is refused', async () => {
    await gateway.close()
    await expect(submit()).rejects.toMatchObject({ code: 'provider_unreachable' })
    gateway = await openService()
  })

  it.each([
    ['its name leads nowhere', () => 'http://no-such-host.invalid', 'host name does not exist'],
    ['it does not speak TLS', () => gateway.origin.replace('http:', 'https:'), 'http://'],
  ])('reports that nothing was sent when %s', async (_case, baseUrl, words) => {
    const other = createGatewayGenerationProvider({ baseUrl: baseUrl(), apiKey: 'sa-secret-key' })
    await expect(other.submit!(request, signal())).rejects.toMatchObject({
      code: 'provider_unreachable',
      message: expect.stringContaining(words),
    })
  })

  it('opens the circuit breaker after five unreachable attempts, but not after refusals', async () => {
    gateway.on(`POST ${createPath}`, json({ message: 'no' }, 400))
    for (let time = 0; time < 6; time++) {
      await expect(submit()).rejects.toMatchObject({ code: 'provider_refused' })
    }
    const gone = await openService()
    await gone.close()
    const absent = createGatewayGenerationProvider({ baseUrl: gone.origin, apiKey: 'a' })
    const order = () => absent.submit!(request, signal())
    for (let time = 0; time < 5; time++) await expect(order()).rejects.toThrow('is not running')
    await expect(order()).rejects.toMatchObject({
      code: 'provider_unreachable',
      message: expect.stringContaining('5 times in a row'),
      retryAfterSeconds: expect.any(Number),
    })
  })
})

describe('GenerationProvider.produce of a gateway', () => {
  it('waits for the task and returns the model', async () => {
    gateway.on(
      `GET ${taskPath}`,
      json({ id: 'up-1', status: 'submitted' }),
      running,
      json({ id: 'up-1', status: 'IN_PROGRESS', progress: 0.8 }),
      completed({ status: 'COMPLETED' }),
    )
    gateway.on('GET /files/model.glb', sendBytes(tinyGlb()))
    const moves: object[] = []
    const result = await produce(moves)
    expect(Buffer.from(result.bytes)).toEqual(Buffer.from(tinyGlb()))
    expect(result.seed).toBe(3)
    expect(moves).toContainEqual({ stage: 'Waiting at the gateway' })
    expect(moves).toContainEqual({ stage: 'The gateway is making the model', progress: 0.8 })
  })

  it('continues after temporary errors of the gateway and the network', async () => {
    gateway.on(
      `GET ${taskPath}`,
      html(502),
      reset,
      sendPart(Buffer.from('{"status":"in_progress"}')),
      json({ error: { message: 'slow down' } }, 429),
      json({ error: { message: 'oops' } }, 500),
      completed(),
    )
    gateway.on('GET /files/model.glb', sendBytes(tinyGlb()))
    await expect(produce()).resolves.toMatchObject({ fileName: 'model.glb' })
  })

  it('waits as long as the header Retry-After requires', async () => {
    gateway.on(`GET ${taskPath}`, json({}, 429, { 'retry-after': '1' }), completed())
    gateway.on('GET /files/model.glb', sendBytes(tinyGlb()))
    const start = performance.now()
    await produce()
    expect(performance.now() - start).toBeGreaterThan(950)
  })

  it('reads the task again to get a new download address when the download fails', async () => {
    gateway.on(`GET ${taskPath}`, completed())
    gateway.on('GET /files/model.glb', html(403), sendPart(tinyGlb()), sendBytes(tinyGlb()))
    expect(Buffer.from((await produce()).bytes)).toEqual(Buffer.from(tinyGlb()))
    expect(gateway.countOf('GET', taskPath)).toBe(3)
  })

  it('downloads again if the file is shorter than its header says, or is a web page', async () => {
    gateway.on(`GET ${taskPath}`, completed())
    gateway.on(
      'GET /files/model.glb',
      sendBytes(tinyGlb().subarray(0, 40)),
      html(200),
      sendBytes(tinyGlb()),
    )
    expect(Buffer.from((await produce()).bytes)).toEqual(Buffer.from(tinyGlb()))
    expect(gateway.countOf('GET', '/files/model.glb')).toBe(3)
  })

  it('throws an error that contains the task’s id after four failed downloads', async () => {
    gateway.on(`GET ${taskPath}`, completed())
    gateway.on('GET /files/model.glb', sendPart(tinyGlb()))
    await expect(produce()).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('was interrupted'),
      upstreamRequestId: 'up-1',
    })
    expect(gateway.countOf('GET', '/files/model.glb')).toBe(4)
  })

  it('reports the cost of a finished task', async () => {
    gateway.on(`GET ${taskPath}`, completed())
    gateway.on('GET /files/model.glb', sendBytes(tinyGlb()))
    expect((await produce()).cost).toBe('0.30')
  })

  it.each<[string, string, string, string]>([
    ['PK\u0003\u0004…', 'model.zip', 'application/zip', 'model.zip'],
    ['PK\u0003\u0004…', 'model.usdz', 'model/vnd.usdz+zip', 'model.usdz'],
    ['Kaydara FBX Binary  \0', 'model', 'application/x-fbx', 'model.fbx'],
    ['solid bear', 'bear.stl', 'model/stl', 'model.stl'],
  ])(
    'detects the file type of a result that begins with %j at the address %s: %s',
    async (content, name, mimeType, fileName) => {
      const url = `${gateway.origin}/files/${name}`
      gateway.on(`GET ${taskPath}`, completed({ output: [{ content: [{ url }] }] }))
      gateway.on(`GET /files/${name}`, sendBytes(Buffer.from(content)))
      expect(await produce()).toMatchObject({ mimeType, fileName })
    },
  )

  it.each([
    [
      'failed, with an error object',
      { status: 'failed', error: { error_message: 'flagged' } },
      /“flagged”/,
    ],
    ['failed, with a string', { status: 'failed', error: 'no luck' }, /“no luck”/],
    ['failed, without a word', { status: 'failed' }, /could not make/],
    ['completed without output', { status: 'completed', output: [] }, /answer has no model/],
    ['completed with an error', { status: 'completed', error: { message: 'x' } }, /“x”/],
    ['cancelled elsewhere', { status: 'cancelled' }, /could not make/],
    [
      'a file: address',
      { status: 'completed', output: [{ content: [{ url: 'file:///etc/passwd' }] }] },
      /without a web address/,
    ],
  ])('throws a readable error for a task that is %s', async (_case, task, message) => {
    gateway.on(`GET ${taskPath}`, json({ id: 'up-1', ...task }))
    await expect(produce()).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringMatching(message),
    })
  })

  it('downloads a result from the gateway’s private host on any port', async () => {
    const files = await openService()
    files.on('GET /model.glb', sendBytes(tinyGlb()))
    const url = `${files.origin}/model.glb`
    gateway.on(`GET ${taskPath}`, completed({ output: [{ content: [{ url }] }] }))
    await expect(produce()).resolves.toMatchObject({ fileName: 'model.glb' })
    await files.close()
  })

  it.each([
    'http://127.0.0.2:PORT/model.glb',
    'http://169.254.169.254/model.glb',
    'http://10.0.0.1/model.glb',
    'http://[fd00::1]:PORT/model.glb',
    'REDIRECT',
  ])('refuses to download a result from another private host: %s', async (address) => {
    const port = new URL(gateway.origin).port
    const url = address.replace('PORT', port).replace('REDIRECT', `${gateway.origin}/away`)
    gateway.on(`GET ${taskPath}`, completed({ output: [{ content: [{ url }] }] }))
    gateway.on('GET /model.glb', sendBytes(tinyGlb()))
    gateway.on('GET /away', (_call, response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${port}/model.glb` }).end(),
    )
    await expect(produce()).rejects.toMatchObject({
      code: 'result_invalid',
      message: expect.stringContaining('private network'),
    })
    expect(gateway.countOf('GET', '/model.glb')).toBe(0)
    expect(gateway.countOf('GET', taskPath)).toBe(1)
  })

  it('decompresses a result, but refuses a decompression bomb', async () => {
    gateway.on(`GET ${taskPath}`, completed())
    gateway.on('GET /files/model.glb', (_call, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(tinyGlb())),
    )
    await expect(produce()).resolves.toMatchObject({ fileName: 'model.glb' })
    gateway.on('GET /files/model.glb', (_call, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(5_000_000))),
    )
    const url = `${gateway.origin}/files/model.glb`
    const options = { bytesMax: 1_000_000, allowedHosts: ['127.0.0.1'] }
    await expect(downloadResult(url, signal(), options)).rejects.toMatchObject({
      code: 'result_invalid',
    })
  })

  it('does not read a result whose declared size is 10 GB', async () => {
    let sentBytes = 0
    let isClosed = false
    gateway.on(`GET ${taskPath}`, completed())
    gateway.on('GET /files/model.glb', (_call, response) => {
      response.writeHead(200, { 'content-length': 10 * 1024 ** 3 })
      response.on('close', () => (isClosed = true))
      const more = () => {
        let hasRoom = true
        while (hasRoom && !response.destroyed) {
          sentBytes += 65_536
          hasRoom = response.write(Buffer.alloc(65_536))
        }
      }
      response.on('drain', more)
      more()
    })
    await expect(produce()).rejects.toMatchObject({ code: 'result_invalid' })
    await vi.waitFor(() => expect(isClosed).toBe(true))
    // The bound is higher than the size limit, because sockets buffer data too.
    expect(sentBytes).toBeLessThan(64 * 1024 ** 2)
  })

  it('throws if a result arrives one byte at a time', async () => {
    let isClosed = false
    gateway.on('GET /files/model.glb', (_call, response) => {
      const timer = setInterval(() => response.write('g'), 10)
      response.on('close', () => {
        isClosed = true
        clearInterval(timer)
      })
    })
    const options = { timeoutMs: 150, allowedHosts: ['127.0.0.1'] }
    await expect(
      downloadResult(`${gateway.origin}/files/model.glb`, signal(), options),
    ).rejects.toMatchObject({ code: 'provider_failed' })
    await vi.waitFor(() => expect(isClosed).toBe(true))
  })

  it('throws after too many redirects', async () => {
    gateway.on(`GET ${taskPath}`, completed())
    gateway.on('GET /files/model.glb', (_call, response) =>
      response.writeHead(302, { location: '/files/model.glb' }).end(),
    )
    await expect(produce()).rejects.toMatchObject({
      code: 'result_invalid',
      message: expect.stringContaining('redirects too many times'),
    })
    expect(gateway.countOf('GET', '/files/model.glb')).toBe(4)
  })

  it('throws immediately if the gateway no longer accepts the key', async () => {
    gateway.on(`GET ${taskPath}`, json({ message: 'Invalid key' }, 401))
    await expect(produce()).rejects.toMatchObject({ code: 'provider_refused' })
    expect(gateway.countOf('GET', taskPath)).toBe(1)
  })

  it('retries for a while if the gateway does not know the task yet, then throws', async () => {
    gateway.on(`GET ${taskPath}`, json({ message: 'Task not found' }, 404), running, completed())
    gateway.on('GET /files/model.glb', sendBytes(tinyGlb()))
    await expect(produce()).resolves.toMatchObject({ fileName: 'model.glb' })

    gateway.on(`GET ${taskPath}`, json({ message: 'Task not found' }, 404))
    await expect(produce()).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('no longer knows this task'),
      upstreamRequestId: 'up-1',
    })
    expect(gateway.countOf('GET', taskPath)).toBe(6)
  })

  it.each<[number | string, string, RegExp]>([
    [110001, 'provider_refused', /rejected the task/],
    [190000, 'bad_picture', /could not read the picture/],
    [1002, 'rate_limited', /limiting requests/],
    ['40203', 'provider_refused', /no balance/],
    [499, 'interrupted', /cancelled/],
    [504, 'timed_out', /time limit/],
    [777, 'provider_failed', /could not make this model/],
  ])('explains the error number %s of a failed task', async (number, code, message) => {
    const error = { code: number, message: 'own words', error_message: 'own words' }
    gateway.on(`GET ${taskPath}`, json({ id: 'up-1', status: 'failed', error }))
    await expect(produce()).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      upstreamRequestId: 'up-1',
    })
    await expect(produce()).rejects.toThrow('“own words”')
  })

  it('removes the API key from the gateway’s messages', async () => {
    gateway.on(`GET ${taskPath}`, json({ status: 'failed', error: 'bad key sa-secret-key' }))
    await expect(produce()).rejects.toMatchObject({
      message: expect.not.stringContaining('sa-secret-key'),
    })
  })

  it('stops waiting for a task when the signal is aborted', async () => {
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

describe('GenerationProvider of a gateway after an abort', () => {
  it.each(['cancelled', 'timed-out'] as const)(
    'cancels the task on the gateway when the abort reason is %s',
    async (reason) => {
      await stopWith(reason)
      await vi.waitFor(() => expect(gateway.countOf('POST', `${taskPath}/cancel`)).toBe(1))
    },
  )

  it('keeps the task running on the gateway while this server restarts', async () => {
    await stopWith('closing')
    gateway.on('GET /api/v1/user/balance', json({}, 404))
    await provider.readAccount!(signal())
    expect(gateway.countOf('POST', `${taskPath}/cancel`)).toBe(0)
  })
})

describe('price and account of a gateway', () => {
  it('requests the price with an empty picture instead of the user’s picture', async () => {
    const data = { model: 'm', cost: '0.3', currency: 'USD' }
    gateway.on('POST /model/v1/generation/precharge', json({ status: 'success', data }))
    expect(await price()).toEqual({ amount: '0.3', currency: 'USD' })
    expect(gateway.calls[0]?.body).toEqual({
      model: 'tripo3d_image_to_model',
      input: [
        {
          params: {
            file: { type: 'png', url: expect.stringMatching(/^data:image.{100,200}$/) },
            face_limit: 5000,
            model_seed: 3,
          },
        },
      ],
    })
  })

  it.each([
    [
      'does not know the price',
      json({ status: 'failed', data: { reason: 'COST_CACHE_MISS', cost: null } }),
    ],
    ['has no endpoint for prices', json({}, 404)],
    ['responds with a web page', html(200)],
  ])('returns no price when the gateway %s', async (_case, answer) => {
    gateway.on('POST /model/v1/generation/precharge', answer)
    expect(await price()).toBeUndefined()
  })

  it('returns the available amount as the balance', async () => {
    const data = { balance: '3.20', available_balance: '13.20', currency: 'USD' }
    gateway.on('GET /api/v1/user/balance', json({ status: { code: 200 }, data }))
    expect(await provider.readAccount!(signal())).toEqual({ balance: '13.20', currency: 'USD' })
  })

  it.each([
    ['sends an empty account', json({ status: { code: 200 }, data: {} })],
    ['has no accounts', json({}, 404)],
  ])('returns no account when the gateway %s', async (_case, answer) => {
    gateway.on('GET /api/v1/user/balance', answer)
    expect(await provider.readAccount!(signal())).toBeUndefined()
  })
})

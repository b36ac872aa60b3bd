import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import { readFields } from '#lib/params/read-fields.ts'
import type { GenerationRequest, ReportProgress } from '../../ports/generation-provider.ts'
import type { ConnectedProvider } from '../../ports/provider-kind.ts'
import {
  sendBytes,
  sendPart,
  html,
  json,
  openService,
  type StandInAnswer,
} from '../service/service.fixture.ts'
import { pictureAt, settingsFor, type TestService } from '../service/service-3d.fixture.ts'
import {
  completed,
  events,
  fileData,
  gradioFixture,
  hunyuanApp,
  serveApp,
  sf3dApp,
  strangeApp,
  trellisApp,
} from './gradio.fixture.ts'
import { connectGradio } from './gradio-provider.ts'
import { spar3dApp, tripoSrApp, trellisOneApp, trellisSpaceApp } from './known-apps.fixture.ts'

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

const glb = tinyGlb()
const signal = () => AbortSignal.timeout(300_000)
const connect = (secrets: Record<string, string> = {}) =>
  connectGradio(settingsFor(service.origin, secrets), { pollMs: 2 })
const requestFor = (model: string, params: object, picture?: string): GenerationRequest => ({
  taskId: 'task',
  model,
  params: { ...(picture !== undefined && { [picture]: 'ours' }), ...params },
  pictures: picture === undefined ? [] : [pictureAt(picture)],
})
const produce = (request: GenerationRequest, moves: object[] = []) =>
  make(connect(), request, { report: (move) => moves.push(move) })

async function make(
  { generation }: ConnectedProvider,
  request: GenerationRequest,
  { report = () => {}, stop = signal() }: { report?: ReportProgress; stop?: AbortSignal } = {},
) {
  const submitted = await generation!.submit!(request, stop)
  return generation!.produce({ ...request, ...submitted }, report, stop)
}
const getModels = () => connect().generation!.listModels(signal())

function serveCalls(...outputs: unknown[][]): void {
  const ids = outputs.map((_, at) => `e${at}`)
  service.on('POST /gradio_api/queue/join', ...ids.map((event_id) => json({ event_id })))
  service.on(
    'GET /gradio_api/queue/data',
    ...outputs.map((data, at) => events(...completed(ids[at]!, data))),
  )
}
const joins = () =>
  service.calls
    .filter(({ path }) => path === '/gradio_api/queue/join')
    .map(({ body }) => body as { data: unknown[]; fn_index: number; session_hash: string })

const sent = () => joins().map(({ data }) => data)
const update = (value: unknown) => ({ __type__: 'update', visible: true, value })
const failed = (output: object) =>
  events({ msg: 'process_completed', event_id: 'e1', success: false, output })

describe('connectGradio with an app that is recognized by its endpoints', () => {
  it('runs the calls of TRELLIS.2 in one session and passes each result to the next call', async () => {
    serveApp(service, trellisApp)
    const [model] = await getModels()
    expect(model).toMatchObject({ id: 'mine/trellis-2', name: 'TRELLIS.2' })
    expect(readFields(model!.paramSchema).map(({ name, kind }) => [name, kind])).toEqual([
      ['image', 'picture'],
      ['seed', 'seed'],
      ['resolution', 'enum'],
      ['decimation_target', 'integer'],
    ])
    expect(model!.paramSchema.required).toEqual(['image'])

    const cut = { ...fileData('/tmp/gradio/cut.png'), mime_type: 'image/png' }
    const path = '/tmp/gradio/sample 1.glb'
    serveCalls([], [cut], [4711], [null, '<img>'], [fileData(path), fileData(path)])
    service.on('GET /gradio_api/file=/tmp/gradio/sample%201.glb', sendBytes(glb))
    const made = await produce(requestFor('trellis-2', { resolution: '512' }, 'image'))
    expect(made).toMatchObject({ fileName: 'model.glb', seed: 4711 })
    const calls = joins()
    expect(calls.map(({ fn_index: index }) => index)).toEqual([0, 1, 2, 3, 4])
    expect(new Set(calls.map(({ session_hash: hash }) => hash)).size).toBe(1)
    // The first value is true, because the user entered no seed and the app chose one.
    expect(calls[2]!.data).toEqual([true, 0])
    expect(calls[3]!.data).toEqual([cut, 4711, '512'])
    expect(calls[4]!.data).toEqual([null, 500_000])
    const hash = calls[0]!.session_hash
    expect(service.countOf('GET', `/gradio_api/heartbeat/${hash}`)).toBe(1)
    expect(service.calls.at(-1)!.headers).not.toHaveProperty('authorization')
  })

  it('sends the seed that the user entered', async () => {
    serveApp(service, trellisApp)
    serveCalls([], [{}], [9], [null, ''], [fileData('/tmp/a.glb'), null])
    service.on('GET /gradio_api/file=/tmp/a.glb', sendBytes(glb))
    await produce(requestFor('trellis-2', { seed: 9 }, 'image'))
    expect(joins()[2]!.data).toEqual([false, 9])
  })

  it('presses the button of Stable Fast 3D twice, or once if the picture has no background', async () => {
    serveApp(service, sf3dApp)
    service.on('GET /gradio_api/file=/tmp/a.glb', sendBytes(glb))
    const hidden = { __type__: 'update', visible: false }
    const model = update(fileData('/tmp/a.glb'))
    serveCalls(
      [update('Remove Background'), null, null, hidden],
      [update('Run'), null, null, hidden],
      [{ __type__: 'update' }, null, null, model],
    )
    expect((await getModels())[0]!.id).toBe('mine/sf3d')
    await produce(requestFor('sf3d', {}, 'image'))
    expect(joins().map(({ data }) => data[0])).toEqual([
      expect.objectContaining({ path: '/tmp/gradio/a1/picture.png' }),
      'Remove Background',
      'Run',
    ])
    serveCalls([update('Run'), null, null, hidden], [hidden, null, null, model])
    await produce(requestFor('sf3d', {}, 'image'))
    expect(joins()).toHaveLength(5)
  })
})

describe('connectGradio with the published version of an app', () => {
  const made = fileData('/tmp/a.glb')
  beforeEach(() => service.on('GET /gradio_api/file=/tmp/a.glb', sendBytes(glb)))
  const uploaded = expect.objectContaining({ path: '/tmp/gradio/a1/picture.png' }) as unknown

  it('runs the TRELLIS app from its repository with one call for sampling and one for the file', async () => {
    serveApp(service, trellisOneApp)
    expect((await getModels()).map(({ id }) => id)).toEqual(['mine/trellis'])
    const cut = fileData('/tmp/gradio/cut.png')
    serveCalls([], [cut], [7], [null, null], [made, made])
    const result = await produce(requestFor('trellis', { texture_size: 2048 }, 'image'))
    expect(result).toMatchObject({ seed: 7 })
    expect(sent()).toEqual([[], [uploaded], [true, 0], [cut, 7, 7.5, 12], [null, 0.95, 2048]])
  })

  it('runs TRELLIS as a Space with one call for sampling and the file', async () => {
    serveApp(service, trellisSpaceApp)
    const cut = fileData('/tmp/gradio/cut.png')
    serveCalls([], [cut], [7], [null, null, made, made])
    await produce(requestFor('trellis', { mesh_simplify: 0.9 }, 'image'))
    expect(sent().at(-1)).toEqual([cut, 7, 7.5, 12, 0.9, 1024])
  })

  it('returns the GLB of TripoSR instead of the OBJ', async () => {
    serveApp(service, tripoSrApp)
    expect((await getModels()).map(({ id }) => id)).toEqual(['mine/triposr'])
    const processed = fileData('/tmp/gradio/processed.png')
    serveCalls([], [processed], [fileData('/tmp/a.obj'), made])
    const result = await produce(requestFor('triposr', { mc_resolution: 320 }, 'input_image'))
    expect(result).toMatchObject({ fileName: 'model.glb' })
    expect(sent()).toEqual([[uploaded], [uploaded, true, 0.85], [processed, 320]])
  })

  it('distinguishes SPAR3D from Stable Fast 3D by one param', async () => {
    serveApp(service, spar3dApp)
    expect((await getModels()).map(({ id }) => id)).toEqual(['mine/spar3d'])
    const hidden = { __type__: 'update', visible: false }
    serveCalls([update('Run'), null, null, hidden], [hidden, null, null, update(made)])
    await produce(requestFor('spar3d', { guidance_scale: 5, random_seed: 3 }, 'image'))
    expect(sent()).toEqual([
      [uploaded, 1.3],
      ['Run', uploaded, null, 1.3, 5, 3],
    ])
  })
})

describe('connectGradio with an unknown app', () => {
  it('offers each function that displays a model as a model with its own form', async () => {
    serveApp(service, strangeApp)
    const models = await getModels()
    expect(models.map(({ id, name }) => [id, name])).toEqual([['mine/make_it', 'Make it']])
    expect(readFields(models[0]!.paramSchema).map(({ kind }) => kind)).toEqual(['pictures'])
    serveCalls([fileData('/tmp/a.glb')])
    service.on('GET /gradio_api/file=/tmp/a.glb', sendBytes(glb))
    const pictures = ['views/0', 'views/1'].map(pictureAt)
    await produce({ taskId: 't', model: 'make_it', params: { views: ['a', 'b'] }, pictures })
    expect(joins()[0]!.data).toEqual([
      [
        { image: expect.objectContaining({ meta: { _type: 'gradio.FileData' } }), caption: null },
        { image: expect.objectContaining({ mime_type: 'image/png' }), caption: null },
      ],
    ])
  })

  it('accepts Gradio 4, whose paths have no prefix, and refuses older versions', async () => {
    serveApp(service, hunyuanApp, '')
    expect((await getModels())[0]!.id).toBe('mine/hunyuan3d')
    service.on(
      'GET /config',
      json({ version: '3.50', protocol: 'ws', components: [], dependencies: [] }),
    )
    await expect(getModels()).rejects.toThrow('Gradio 3.50, which is too old')
    service.on('GET /config', json({ hello: 'world' }))
    await expect(getModels()).rejects.toThrow('is not a Gradio app')
  })
})

describe('callEndpoint', () => {
  const { request } = gradioFixture
  const stream = 'GET /gradio_api/queue/data'
  const ends = (answer: StandInAnswer) => {
    gradioFixture.serve(service, glb)
    service.on(stream, answer)
    return produce(request).catch((error: unknown) => error)
  }

  it.each([
    ['says why', failed({ error: 'Mesh is empty' }), 'provider_failed', /“Mesh is empty”/],
    ['lacks memory', failed({ error: 'Out of memory' }), 'out_of_memory', /“Out of memory”/],
    ['does not say why', failed({ error: null }), 'provider_failed', /does not say why/],
    [
      'has no GPU minutes',
      failed({
        error: 'You have exceeded your GPU quota (60s requested vs. 0s left). Try again in 0:02:05',
      }),
      'rate_limited',
      /no GPU minutes left.*A token/,
    ],
    [
      'has lost the session',
      events({ msg: 'unexpected_error', message: 'Session not found', session_not_found: true }),
      'provider_failed',
      /Session not found/,
    ],
    [
      'is cut off',
      sendPart(Buffer.from('data: {"msg":"estimation"}\n\n')),
      'provider_failed',
      /cut off/,
    ],
    ['ends too early', events({ msg: 'heartbeat' }), 'provider_failed', /cut off/],
    ['is closed', events({ msg: 'close_stream' }), 'provider_failed', /does not say why/],
    ['is garbled', events({ nonsense: 1 }, ...completed('e1', [])), 'provider_failed', /no model/],
    ['is a web page', html(502), 'provider_failed', /having problems/],
    [
      'has no model',
      events(...completed('e1', [{ path: '/tmp/a.png' }])),
      'provider_failed',
      /no model/,
    ],
  ])(
    'throws a readable error with the call’s id if the call %s',
    async (_name, answer, code, said) => {
      const error = await ends(answer)
      expect(error).toMatchObject({ code, upstreamRequestId: 'e1' })
      expect((error as Error).message).toMatch(said)
    },
  )

  it('throws if the app sends no events', async () => {
    gradioFixture.serve(service, glb)
    service.on(stream, () => {})
    const work = make(connectGradio(settingsFor(service.origin, {}), { limitMs: 100 }), request)
    await expect(work).rejects.toMatchObject({ code: 'timed_out' })
  })

  it('ignores the end event of another session’s call', async () => {
    const others = completed('other', [fileData('/tmp/wrong.glb')])
    const path = '/tmp/gradio/b2/white_mesh.glb'
    const mine = completed('e1', [fileData(path), '', {}, 5])
    const made = await ends(events(others[0]!, ...mine))
    expect(made).toMatchObject({ seed: 5 })
  })

  it('reports the progress of the running call', async () => {
    gradioFixture.serve(service, glb)
    const log = { msg: 'log', event_id: 'e1', log: 'Removing\u0007 the\nbackground', level: 'info' }
    const path = '/tmp/gradio/b2/white_mesh.glb'
    service.on(stream, events(log, ...completed('e1', [fileData(path), '', {}, 5])))
    const moves: object[] = []
    await produce(request, moves)
    expect(moves).toContainEqual({
      stage: 'My service is making the model: Removing the background',
    })
  })

  it('reports a token that is not recognized, and a full queue', async () => {
    const path = '/tmp/gradio/b2/white_mesh.glb'
    const log = {
      msg: 'log',
      event_id: 'e1',
      log: 'Falling back to IP-based quotas',
      level: 'warning',
    }
    const made = await ends(events(log, ...completed('e1', [fileData(path), '', {}, 5])))
    expect(made).toMatchObject({
      warnings: [expect.stringContaining('did not recognize the token')],
    })
    service.on('POST /gradio_api/queue/join', json({ detail: 'Queue is full' }, 503))
    const full = { code: 'rate_limited', message: expect.stringContaining('queue of My service') }
    await expect(produce(request)).rejects.toMatchObject(full)
  })
})

it('does not repeat a call that a restart of this server interrupted', async () => {
  gradioFixture.serve(service, glb)
  const { request } = gradioFixture
  const before = connect().generation!
  const submitted = await before.submit!(request, signal())
  await before.produce({ ...request, ...submitted }, () => {}, signal())
  const orders = joins().length
  const after = connect().generation!.produce({ ...request, ...submitted }, () => {}, signal())
  await expect(after).rejects.toMatchObject({
    code: 'submission_uncertain',
    message: expect.stringContaining('was not ordered again'),
  })
  expect(joins()).toHaveLength(orders)
})

const stage = (name: string) => json({ runtime: { stage: name } })

describe('connectGradio with a Space', () => {
  const token = 'hf_secret'
  const space = 'owner/My_Space.1'
  const connectSpace = (isSpaceHost = () => true) =>
    connectGradio(
      settingsFor(`${service.origin}/spaces/${space}`, { key: token }),
      { pollMs: 2 },
      { origin: service.origin, isSpaceHost },
    )
  beforeEach(() => {
    gradioFixture.serve(service, glb)
    service.on(`GET /api/spaces/${space}/host`, json({ host: service.origin }))
    service.on(`GET /api/spaces/${space}`, stage('RUNNING'))
    service.on('GET /api/whoami-v2', json({ name: 'someone' }))
  })

  it('finds the Space by name, and sends the token with every call and download', async () => {
    const connected = connectSpace()
    expect(await connected.checkKeys!(signal())).toBe('Gradio 5.49.0. Accepted, of someone.')
    await make(connected, gradioFixture.request)
    const withToken = service.calls.filter(
      ({ headers }) => headers.authorization === `Bearer ${token}`,
    )
    expect(withToken).toHaveLength(service.calls.length)
  })

  it('wakes a sleeping Space, or reports that it sleeps if the caller does not wait', async () => {
    const connected = connectSpace()
    await connected.generation!.listModels(signal())
    service.on(`GET /api/spaces/${space}`, stage('SLEEPING'), stage('RUNNING_BUILDING'))
    const moves: { stage?: string }[] = []
    await make(connected, gradioFixture.request, { report: (move) => moves.push(move) })
    expect(moves[0]).toEqual({ stage: 'Waking the Space' })
    expect(service.countOf('GET', '/')).toBe(1)
    service.on(`GET /api/spaces/${space}`, stage('SLEEPING'))
    service.on('GET /config', html(503))
    await expect(connectSpace().generation!.listModels(signal())).rejects.toThrow('is being woken')
  })

  it('throws at once for a paused Space, a missing Space, and a host that is not Hugging Face’s', async () => {
    service.on(`GET /api/spaces/${space}`, stage('RUNTIME_ERROR'))
    const run = () => make(connectSpace(), gradioFixture.request)
    await expect(run()).rejects.toThrow('does not run (runtime error)')
    const elsewhere = connectSpace(() => false).generation!.listModels(signal())
    await expect(elsewhere).rejects.toThrow('does not say where')
    service.on(`GET /api/spaces/${space}/host`, json({ error: 'not found' }, 404))
    await expect(connectSpace().generation!.listModels(signal())).rejects.toThrow('has no Space')
  })
})

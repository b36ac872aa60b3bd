import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkParams } from '#lib/params/check/check-params.ts'
import { calculatePrice } from '#lib/params/price.ts'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import type { GenerationRequest } from '../../ports/generation-provider.ts'
import { json, openService, reset } from '../service/service.fixture.ts'
import { settingsFor, type TestService } from '../service/service-3d.fixture.ts'
import type { TripoStandIn } from './stand-in.fixture.ts'
import { toTripoBase, connectTripo } from './tripo-provider.ts'
import { serveTripo, tripoFixture, tripoFixtureKey } from './tripo.fixture.ts'

let service: TestService
let tripo: TripoStandIn
beforeEach(async () => {
  service = await openService()
  tripo = serveTripo(service, tinyGlb(), [tripoFixtureKey, 'tsk_other'])
})
afterEach(() => service.close())

const signal = () => AbortSignal.timeout(300_000)
const connect = (key = tripoFixtureKey, address = service.origin) =>
  connectTripo({ ...settingsFor(service.origin, { key }), baseUrl: address }, { pollMs: 2 })
const generation = (key?: string) => connect(key).generation!

async function make(request: GenerationRequest, key?: string) {
  const provider = generation(key)
  const submitted = await provider.submit!(request, signal())
  return provider.produce({ ...request, ...submitted }, () => {}, signal())
}

const text = (own: object = {}): GenerationRequest => ({
  taskId: 't',
  model: 'text_to_model',
  params: { prompt: 'a cup', ...own },
  pictures: [],
})

const createStep = (model: string, source: object, params: object = {}): GenerationRequest => ({
  taskId: 't',
  model,
  params: { ...params },
  pictures: [],
  source: { model: 'image_to_model', upstreamId: 'up-1', ...source },
})

const data = (own: object) => json({ code: 0, data: { task_id: 'up-1', ...own } })
const names = async (source: { model: string; params?: object }) =>
  (await generation().steps!({ ...source, params: { ...source.params } })).map(({ name }) => name)
const readBody = (at: number) => tripo.orders[at]!.body
const readFile = () => Promise.resolve({ bytes: tinyGlb(), mimeType: 'model/gltf-binary' })

describe('toTripoBase', () => {
  it.each([
    ['', 'https://openapi.tripo3d.ai/v3'],
    ['https://api.tripo3d.ai', 'https://openapi.tripo3d.ai/v3'],
    ['https://api.tripo3d.ai/v2/openapi', 'https://openapi.tripo3d.ai/v3'],
    ['https://api.tripo3d.com/v2/openapi', 'https://openapi.tripo3d.com/v3'],
    ['https://openapi.tripo3d.com/v3', 'https://openapi.tripo3d.com/v3'],
    ['http://127.0.0.1:99/proxy/', 'http://127.0.0.1:99/proxy/v3'],
  ])('converts the address %s to %s', (address, base) => {
    expect(toTripoBase(address)).toBe(base)
  })
})

describe('orderTask', () => {
  it('uploads pictures, sends views by name, and always sends the version', async () => {
    const { pictures } = tripoFixture.request
    const [picture] = pictures
    await make({
      taskId: 't',
      model: 'p_multiview_to_model',
      params: { inputs: ['ours', {}, 'ours', {}] },
      pictures: [
        { ...picture!, path: 'inputs/0' },
        { ...picture!, path: 'inputs/2' },
      ],
    })
    expect(tripo.orders).toEqual([
      {
        path: '/generation/multiview-to-model',
        body: { model: 'P1-20260311', inputs: [{ front: 'token-1' }, { back: 'token-2' }] },
      },
    ])
  })

  it('uploads large files to the presigned URL without the key', async () => {
    const [picture] = tripoFixture.request.pictures
    const bytes = Buffer.alloc(51 * 1024 * 1024, 1)
    await make({ ...tripoFixture.request, pictures: [{ ...picture!, bytes }] })
    const put = service.calls.find(({ method }) => method === 'PUT')
    expect(put?.path).toBe('/storage/token-1')
    expect(put?.headers.authorization).toBeUndefined()
    expect(put?.headers['content-length']).toBe(String(bytes.byteLength))
  })

  it('explains Tripo’s error codes, even in responses with status 200', async () => {
    for (const hidesStatus of [false, true]) {
      tripo.hidesStatus = hidesStatus
      tripo.balance = 0
      await expect(make(text())).rejects.toMatchObject({
        code: 'provider_refused',
        message: expect.stringContaining('no credits left. It says: “You need more credits'),
      })
      tripo.balance = 250
      await expect(make(text({ prompt: 'a 🐱' }))).rejects.toThrow(/emoji/)
      await expect(make(text({ model: 'v2.0-20240919' }))).rejects.toThrow(/retired this version/)
    }
    expect(tripo.orders).toEqual([])
  })

  it('never repeats a request that may have been accepted', async () => {
    const route = 'POST /v3/generation/text-to-model'
    for (const answer of [reset, json({}, 500), json({ code: 1000, message: 'oops' })]) {
      service.on(route, answer)
      const before = service.calls.length
      await expect(make(text())).rejects.toMatchObject({ code: 'submission_uncertain' })
      expect(service.calls.length - before).toBe(1)
    }
  })

  it.each([429, 503])('repeats a request that was refused with status %d', async (status) => {
    const route = 'POST /v3/generation/text-to-model'
    const answer = json({ code: 2000, message: 'Too many' }, status)
    service.on(route, answer, answer, json({ code: 0, data: { task_id: 'up-9' } }))
    const submitted = await generation().submit!(text(), signal())
    expect(submitted).toEqual({ upstreamId: 'up-9' })
    expect(service.calls).toHaveLength(3)
  })

  it('refuses the id of Tripo’s command-line client without sending it', async () => {
    const wrong = connect('tcli_abc')
    await expect(wrong.checkKeys!(signal())).rejects.toMatchObject({ isAboutKey: true })
    expect(service.calls).toEqual([])
  })

  it('explains that a key belongs to Tripo’s other server', async () => {
    const { submit } = generation('tsk_of_china')
    await expect(submit!(text(), signal())).rejects.toMatchObject({
      isAboutKey: true,
      message: expect.stringContaining('Chinese server'),
    })
  })
})

describe('lookAtTask', () => {
  it('polls again for a new link when the link has expired, and sends no key to the link', async () => {
    const provider = generation()
    const submitted = await provider.submit!(tripoFixture.request, signal())
    const route = 'GET /files/up-1/model.glb'
    const [answer] = service.answersOf(route)
    service.on(route, (_call, response) => response.writeHead(403).end(), answer!)
    const { bytes, cost } = await provider.produce(
      { ...tripoFixture.request, ...submitted },
      () => {},
      signal(),
    )
    expect(bytes).toHaveLength(tinyGlb().byteLength)
    expect(cost).toBe('30')
    const links = service.calls.filter(({ path }) => path === '/files/up-1/model.glb')
    expect(links.map(({ query }) => query)).toEqual(['link=1', 'link=2'])
    expect(links.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  })

  it('keeps polling a task with the state `unknown`', async () => {
    const look = 'GET /v3/tasks/up-1'
    const { submit, produce } = generation()
    const submitted = await submit!(tripoFixture.request, signal())
    const [answer] = service.answersOf(look)
    service.on(look, data({ status: 'unknown' }), answer!, answer!, answer!)
    const request = { ...tripoFixture.request, ...submitted }
    expect((await produce(request, () => {}, signal())).fileName).toBe('model.glb')
    service.on(look, data({ status: 'banned', error_code: 2008, error_message: 'No' }))
    await expect(produce(request, () => {}, signal())).rejects.toMatchObject({
      message: expect.stringContaining('content filter'),
      isRefunded: true,
    })
    service.on(look, data({ status: 'failed', error_code: 2018, error_msg: 'Too complex' }))
    await expect(produce(request, () => {}, signal())).rejects.toThrow(/too complex for this/)
  })

  it('explains why a task of v2 or of another key cannot be read', async () => {
    const { submit } = generation()
    const submitted = await submit!(text(), signal())
    const other = generation('tsk_other').produce({ ...text(), ...submitted }, () => {}, signal())
    await expect(other).rejects.toThrow(/Only the key that ordered a task can read it/)
  })

  it('returns models with quads as an FBX file', async () => {
    const { mimeType, fileName } = await make(text({ quad: true }))
    expect([mimeType, fileName]).toEqual(['application/x-fbx', 'model.fbx'])
  })
})

describe('Tripo steps', () => {
  it('lists for each model the steps that support it', async () => {
    expect(await names({ model: 'image_to_model' })).toEqual([
      'Texture',
      'Low poly',
      'Segment',
      'Smart UV',
      'Rig',
      'Convert',
    ])
    expect(await names({ model: 'mesh_segmentation' })).toContain('Complete parts')
    expect(await names({ model: 'animate_rig' })).toEqual(['Animate', 'Convert'])
    expect(await names({ model: 'animate_rig', params: { rig_type: 'avian' } })).toEqual([
      'Convert',
    ])
    expect(await names({ model: 'animate_rig', params: { spec: 'mixamo' } })).toEqual(['Convert'])
    expect(await names({ model: 'convert_model' })).toEqual([])
  })

  it.each<[step: string, path: string, params: object, price: number, body: object]>([
    [
      'texture_model',
      '/models/texture',
      { text_prompt: 'red wool', texture_quality: 'detailed', model: 'v3.0-20250812' },
      20,
      { texture_prompt: { text: 'red wool' }, bake: true, model: 'v3.0-20250812' },
    ],
    ['highpoly_to_lowpoly', '/mesh/decimate', { model: 'v1.0', face_limit: 90_000 }, 10, {}],
    ['highpoly_to_lowpoly', '/mesh/decimate', { face_limit: 2_000, quad: true }, 30, {}],
    ['mesh_segmentation', '/mesh/segment', { model: 'v2.0-20260430' }, 40, {}],
    ['convert_model', '/models/convert', { format: 'GLTF' }, 5, { format: 'GLTF' }],
    ['convert_model', '/models/convert', { format: 'OBJ', texture_size: 1024 }, 10, {}],
    ['animate_rig', '/animations/rig', {}, 25, { model: 'v1.0-20240301' }],
    ['animate_rig', '/animations/rig', { rig_type: 'quadruped' }, 25, { model: 'v2.5-20260210' }],
  ])(
    'submits the step %s to the path %s with %o for %d credits',
    async (step, path, params, amount, body) => {
      await make(text())
      const steps = await generation().steps!({ model: 'text_to_model' })
      const { paramSchema } = steps.find(({ id }) => id === `mine/${step}`)!
      expect(checkParams(paramSchema, { ...params })).toEqual([])
      expect(calculatePrice(paramSchema, { ...params })?.amount).toBe(amount)
      await make(createStep(step, {}, params))
      const { path: ordered } = tripo.orders.at(-1)!
      expect(ordered).toBe(path)
      expect(tripo.orders.at(-1)!.body).toMatchObject({ input: 'up-1', ...body })
    },
  )

  it('refuses a low poly model with too many faces, and quads in GLTF', async () => {
    const steps = await generation().steps!({ model: 'text_to_model' })
    const issues = (name: string, params: object) =>
      checkParams(steps.find(({ id }) => id === `mine/${name}`)!.paramSchema, { ...params })
    expect(issues('highpoly_to_lowpoly', { face_limit: 90_000 })).toHaveLength(1)
    expect(issues('highpoly_to_lowpoly', { face_limit: 15_000, quad: true })).toHaveLength(1)
    expect(issues('convert_model', { format: 'GLTF', quad: true })).toHaveLength(1)
    expect(issues('texture_model', { texture_quality: 'fast' })).toHaveLength(1)
  })

  it('rigs a model and animates it with an animation for its body type', async () => {
    await make(text())
    await make(createStep('animate_rig', {}, { rig_type: 'biped' }))
    expect(tripo.orders.map(({ path }) => path)).toEqual([
      '/generation/text-to-model',
      '/animations/rig-check',
      '/animations/rig',
    ])
    const params = { animation: 'preset:biped:walk' }
    await make(createStep('animate_retarget', { model: 'animate_rig', upstreamId: 'up-3' }, params))
    expect(readBody(3)).toEqual({
      input: 'up-3',
      out_format: 'glb',
      bake_animation: true,
      export_with_geometry: true,
      ...params,
    })
  })

  it('does not request a rig if the free check finds that the model cannot be rigged', async () => {
    await make(text())
    tripo.isRiggable = false
    const rig = make(createStep('animate_rig', {}))
    await expect(rig).rejects.toThrow(/cannot rig this model: it finds no body in it. Nothing/)
    expect(tripo.orders.map(({ path }) => path)).not.toContain('/animations/rig')
  })

  it('returns the parts of a segmented model, and completes the hidden surfaces of parts', async () => {
    await make(text())
    const { bytes } = await make(createStep('mesh_segmentation', {}))
    expect(bytes).toHaveLength(tinyGlb().byteLength)
    await make(createStep('mesh_completion', { model: 'mesh_segmentation', upstreamId: 'up-2' }))
    expect(readBody(2)).toEqual({ input: 'up-2' })
  })

  it('uploads the stored model if Tripo can no longer read its task', async () => {
    await make(createStep('texture_model', { upstreamId: 'task-of-v2', readFile }))
    expect(readBody(0)).toMatchObject({ input: 'token-1' })
    await make(createStep('animate_rig', { upstreamId: 'task-of-v2', readFile }))
    expect(readBody(2)).toMatchObject({ input: 'token-2' })
    const animate = make(createStep('animate_retarget', { upstreamId: 'task-of-v2', readFile }))
    await expect(animate).rejects.toThrow(/does not accept|does not know this task/)
  })

  it('refuses a step that Tripo retired, without sending a request', async () => {
    await expect(make(createStep('stylize_model', {}))).rejects.toMatchObject({
      code: 'unknown_model',
    })
    expect(service.calls).toEqual([])
  })
})

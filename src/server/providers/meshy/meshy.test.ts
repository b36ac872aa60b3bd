import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkParams } from '#lib/params/check/check-params.ts'
import { paramsToSend } from '#lib/params/effective-params.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { calculatePrice } from '#lib/params/price.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import type { GenerationRequest } from '../../ports/generation-provider.ts'
import { sendBytes, json, openService } from '../service/service.fixture.ts'
import { settingsFor, type TestService } from '../service/service-3d.fixture.ts'
import { connectMeshy } from './meshy-provider.ts'
import { meshyFixture } from './meshy.fixture.ts'
import { meshySchema } from './meshy-schema.ts'

const url = 'https://example.com/a.png'
const least: Readonly<Record<string, Params>> = {
  picture: { image_url: url },
  pictures: { image_urls: [url, url] },
  text: { prompt: 'a cup' },
}
type Input = Parameters<typeof meshySchema>[0]
const send = (input: Input, values: Params) =>
  paramsToSend(meshySchema(input), { ...least[input], ...values })

describe('Meshy forms', () => {
  it('meshySchema contains no model or value that Meshy has retired', () => {
    const offered = (['picture', 'pictures', 'text'] as const).flatMap((input) =>
      readFields(meshySchema(input)).flatMap(({ choices }) => choices.map(({ value }) => value)),
    )
    expect(offered).toContain('meshy-t2.5')
    for (const gone of ['meshy-5', 'lowpoly', 'meshy-t1']) expect(offered).not.toContain(gone)
  })

  it.each<[Input, Params, number]>([
    ['picture', {}, 30],
    ['picture', { should_texture: false }, 20],
    ['picture', { texture_resolution: '8k', geometry_resolution: '4k' }, 40],
    ['picture', { ai_model: 'meshy-6-lite' }, 15],
    ['picture', { model_type: 'smart-topology', ai_model: 'meshy-t2.5' }, 15],
    ['pictures', {}, 30],
    ['text', {}, 20],
    ['text', { ai_model: 'meshy-6-lite' }, 5],
  ])(
    'meshySchema accepts the input %s with the params %o and calculates a price of %d credits',
    (input, values, amount) => {
      const sent = send(input, values)
      expect(checkParams(meshySchema(input), sent)).toEqual([])
      expect(calculatePrice(meshySchema(input), sent)?.amount).toBe(amount)
    },
  )

  it.each<[Input, Params, string]>([
    ['picture', { ai_model: 'meshy-t2' }, 'make smart topology only'],
    ['picture', { model_type: 'smart-topology' }, 'needs version T2'],
    [
      'picture',
      { model_type: 'smart-topology', ai_model: 'meshy-t2', target_polycount: 20_000 },
      'T2 takes',
    ],
    [
      'picture',
      { model_type: 'smart-topology', ai_model: 'meshy-t2.5', topology: 'quad' },
      'triangles only',
    ],
    ['picture', { target_polycount: 5_000 }, 'needs Remesh'],
    ['picture', { ai_model: 'meshy-6-lite', texture_resolution: '4k' }, '2K only'],
    ['picture', { texture_prompt: 'red', texture_image_url: url }, 'not both'],
    ['picture', { ai_model: 'meshy-6', geometry_resolution: '2k' }, 'version 7 or later'],
    ['pictures', { geometry_resolution: '4k' }, 'must be one of'],
    ['pictures', { image_urls: [url, url, url, url, url] }, 'at most 4'],
  ])('meshySchema refuses for the input %s the params %o', (input, values, message) => {
    const params = { ...send(input, values), ...values }
    const messages = checkParams(meshySchema(input), params).map((issue) => issue.message)
    expect(messages.join(' ')).toContain(message)
  })
})

let service: TestService
const provider = () =>
  connectMeshy(settingsFor(service.origin, meshyFixture.secrets), { pollMs: 2 }).generation!
const stepNames = async (model: string) =>
  (await provider().steps!({ model })).map(({ name }) => name)
const signal = () => AbortSignal.timeout(300_000)
const readFile = () => Promise.resolve({ bytes: tinyGlb(), mimeType: 'model/gltf-binary' })
const request = (model: string, params: object, own: object = {}): GenerationRequest => ({
  taskId: 't',
  model,
  params: { ...params },
  pictures: [],
  ...own,
})

async function make(order: GenerationRequest, path: string, done: object) {
  service.on(`POST ${path}`, json({ result: 'up-1' }, 202))
  service.on(`GET ${path}/up-1`, json({ id: 'up-1', status: 'SUCCEEDED', ...done }))
  service.on('GET /files/a.glb', sendBytes(tinyGlb()))
  const submitted = await provider().submit!(order, signal())
  const result = await provider().produce({ ...order, ...submitted }, () => {}, signal())
  return { body: service.calls[0]!.body, result }
}
const glb = () => ({ model_urls: { glb: `${service.origin}/files/a.glb` } })

describe('connectMeshy', () => {
  beforeEach(async () => {
    service = await openService()
  })
  afterEach(() => service.close())

  it('submits a model from text as a preview, and the texture as the next step', async () => {
    const path = '/openapi/v2/text-to-3d'
    const text = await make(request('v2/text-to-3d', { prompt: 'a cup' }), path, glb())
    expect(text.body).toEqual({ mode: 'preview', prompt: 'a cup' })
    service.calls.length = 0
    const source = { model: 'v2/text-to-3d', upstreamId: 'made-1' }
    const painted = request('v2/text-to-3d/refine', { texture_prompt: 'red' }, { source })
    const { body } = await make(painted, path, glb())
    expect(body).toEqual({ mode: 'refine', preview_task_id: 'made-1', texture_prompt: 'red' })
  })

  it('sends a conversion with only the chosen format', async () => {
    const source = { model: 'v1/image-to-3d', upstreamId: 'made-1' }
    const convert = request('v1/convert', { target_format: 'stl' }, { source })
    const { body } = await make(convert, '/openapi/v1/convert', glb())
    expect(body).toEqual({ input_task_id: 'made-1', target_formats: ['stl'] })
  })

  it('runs the print check without a price, and returns the model with the check’s notes', async () => {
    const source = { model: 'v1/image-to-3d', upstreamId: 'made-1', readFile }
    const check = request('v1/print/analyze', { printer_type: 'sla' }, { source })
    const printability = {
      status: 'warning',
      watertight: false,
      holes: 3,
      thin_walls: { ratio: 0.1 },
    }
    const { result } = await make(check, '/openapi/v1/print/analyze', { printability })
    expect(result.bytes).toHaveLength(tinyGlb().byteLength)
    expect(result.warnings).toEqual([
      'Meshy finds this model printable with flaws; a repair is optional.',
      'Meshy answers “watertight” with no.',
      'Meshy measured 3 for “holes”.',
      'Meshy measured 0.1 for “thin walls, ratio”.',
    ])
    const steps = await provider().steps!({ model: 'v1/image-to-3d' })
    const { paramSchema } = steps.find(({ id }) => id === 'mine/v1/print/analyze')!
    expect(calculatePrice(paramSchema, {})?.amount).toBe(0)
  })

  it('offers the texture step only for a model made from text, and the animation step only for a rigged model', async () => {
    expect(await stepNames('v2/text-to-3d')).toContain('Texture')
    expect(await stepNames('v1/image-to-3d')).not.toContain('Texture')
    expect(await stepNames('v1/image-to-3d')).not.toContain('Animate')
    expect(await stepNames('v1/rigging')).toEqual(['Animate'])
  })
})

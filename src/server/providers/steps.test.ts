import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkParams } from '#lib/params/check/check-params.ts'
import { priceOf } from '#lib/params/price.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import { meshyFixture } from './meshy/meshy.fixture.ts'
import { bytes, json, openService } from './service/service.fixture.ts'
import {
  settingsFor,
  type Service3dFixture,
  type TestService,
} from './service/service-3d.fixture.ts'
import { tripoFixture } from './tripo/tripo.fixture.ts'

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

const signal = () => AbortSignal.timeout(10_000)
const connect = (fixture: Service3dFixture) =>
  fixture.connect(settingsFor(service.origin, fixture.secrets), { pollMs: 2 }).generation!

/** Runs a step on a task `made-1`. @returns what was ordered, and the model. */
async function run(fixture: Service3dFixture, from: string, step: string, params: object) {
  const provider = connect(fixture)
  const steps = await provider.steps!({ model: from })
  const { paramSchema } = steps.find(({ id }) => id === `mine/${step}`)!
  expect(checkParams(paramSchema, { ...params })).toEqual([])
  const source = { model: from, upstreamId: 'made-1' }
  const request = { taskId: 't', model: step, params: { ...params }, pictures: [], source }
  const submitted = await provider.submit!(request, signal())
  const order = service.calls.find(({ method }) => method === 'POST')!
  const result = await provider.produce({ ...request, ...submitted }, () => {}, signal())
  return { path: order.path, body: order.body, result, paramSchema }
}
const names = async (fixture: Service3dFixture, model: string) =>
  (await connect(fixture).steps!({ model })).map(({ name }) => name)

describe('Tripo', () => {
  it('offers what can follow, and no animation before a rig', async () => {
    expect(await names(tripoFixture, 'image_to_model')).toEqual([
      'Texture',
      'Low poly',
      'Stylize',
      'Rig',
      'Convert',
    ])
    expect(await names(tripoFixture, 'animate_rig')).toEqual(['Animate', 'Convert'])
    expect(await names(tripoFixture, 'convert_model')).toEqual([])
  })

  it('is given a step with the task that it goes on from, and has a price before', async () => {
    tripoFixture.serve(service, tinyGlb())
    const params = { text_prompt: 'red wool', texture_quality: 'detailed' }
    const { body, result, paramSchema } = await run(
      tripoFixture,
      'image_to_model',
      'texture_model',
      params,
    )
    expect(body).toEqual({
      type: 'texture_model',
      original_model_task_id: 'made-1',
      texture: true,
      bake: true,
      model_version: 'v3.0-20250812',
      texture_quality: 'detailed',
      texture_prompt: { text: 'red wool' },
    })
    expect(result.cost).toBe('30')
    expect(priceOf(paramSchema, params)).toMatchObject({ amount: 20, unit: 'credit', usd: 0.2 })
    expect(priceOf(paramSchema, {})?.amount).toBe(10)
  })

  it.each([
    ['convert_model', { format: 'FBX' }, 5],
    ['convert_model', { format: 'FBX', quad: true }, 10],
    ['animate_rig', {}, 25],
    ['highpoly_to_lowpoly', { face_limit: 2_000 }, 30],
  ])('costs for %s with %o %d credits', async (step, params, amount) => {
    const steps = await connect(tripoFixture).steps!({ model: 'image_to_model' })
    const { paramSchema } = steps.find(({ id }) => id === `mine/${step}`)!
    expect(priceOf(paramSchema, params)?.amount).toBe(amount)
    expect(readFields(paramSchema).length).toBeGreaterThan(0)
  })
})

describe('Meshy', () => {
  const key = Object.values(meshyFixture.secrets)[0]!

  it.each([
    [
      'v1/image-to-3d',
      'v1/retexture',
      { text_style_prompt: 'red wool' },
      'input_task_id',
      'model_urls',
    ],
    ['v1/image-to-3d', 'v1/remesh', { target_polycount: 500 }, 'input_task_id', 'model_urls'],
    ['v1/image-to-3d', 'v1/rigging', { height_meters: 1.8 }, 'input_task_id', 'rigged'],
    ['v1/rigging', 'v1/animations', { action_id: 92 }, 'rig_task_id', 'animated'],
  ])('takes from %s the step %s at its own path', async (from, step, params, field, shape) => {
    const glb = { glb: `${service.origin}/files/a.glb` }
    const done = {
      model_urls: { model_urls: glb },
      rigged: {
        result: {
          rigged_character_glb_url: glb.glb,
          basic_animations: { walking_glb_url: `${service.origin}/files/no.glb` },
        },
      },
      animated: {
        result: { animation_fbx_url: `${service.origin}/a.fbx`, animation_glb_url: glb.glb },
      },
    }[shape]
    service.on(`POST /openapi/${step}`, json({ result: 'up-1' }, 202))
    service.on(`GET /openapi/${step}/up-1`, json({ id: 'up-1', status: 'SUCCEEDED', ...done }))
    service.on('GET /files/a.glb', bytes(tinyGlb()))
    const { body, path, result } = await run(meshyFixture, from, step, params)
    expect(path).toBe(`/openapi/${step}`)
    expect(body).toMatchObject({ [field]: 'made-1', ...params })
    expect(result.bytes).toHaveLength(tinyGlb().byteLength)
    expect(service.calls[0]!.headers.authorization).toBe(`Bearer ${key}`)
  })
})

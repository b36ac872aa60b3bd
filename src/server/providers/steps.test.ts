import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkParams } from '#lib/params/check/check-params.ts'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import { meshyFixture } from './meshy/meshy.fixture.ts'
import { sendBytes, json, openService } from './service/service.fixture.ts'
import {
  settingsFor,
  type Service3dFixture,
  type TestService,
} from './service/service-3d.fixture.ts'

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

const signal = () => AbortSignal.timeout(300_000)
const connect = (fixture: Service3dFixture) =>
  fixture.connect(settingsFor(service.origin, fixture.secrets), { pollMs: 2 }).generation!

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

describe('Meshy steps', () => {
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
  ])(
    'continue the result of %s with a request to the path of the step %s',
    async (from, step, params, field, shape) => {
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
      service.on('GET /files/a.glb', sendBytes(tinyGlb()))
      const { body, path, result } = await run(meshyFixture, from, step, params)
      expect(path).toBe(`/openapi/${step}`)
      expect(body).toMatchObject({ [field]: 'made-1', ...params })
      expect(result.bytes).toHaveLength(tinyGlb().byteLength)
      expect(service.calls[0]!.headers.authorization).toBe(`Bearer ${key}`)
    },
  )
})

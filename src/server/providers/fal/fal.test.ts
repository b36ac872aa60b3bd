import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import { json, openService } from '../service/service.fixture.ts'
import { settingsFor, type TestService } from '../service/service-3d.fixture.ts'
import { falFixture as fal } from './fal.fixture.ts'

let service: TestService
beforeEach(async () => {
  service = await openService()
  fal.serve(service, tinyGlb())
})
afterEach(() => service.close())

const signal = () => AbortSignal.timeout(300_000)
const connect = (secrets = fal.secrets) =>
  fal.connect(settingsFor(service.origin, secrets), { pollMs: 5 })
const produce = (moves: object[] = []) =>
  connect().generation!.produce(
    { ...fal.request, upstreamId: 'up-1' },
    (move) => moves.push(move),
    signal(),
  )

describe('connectFal', () => {
  it('lists models with the params of their endpoints', async () => {
    const models = await connect().generation!.listModels(signal())
    expect(models.map(({ id }) => id)).toContain('mine/fal-ai/trellis-2')
    expect(models.every(({ paramSchema }) => paramSchema.type === 'object')).toBe(true)
    expect(service.calls).toHaveLength(0)
  })

  it('sends the picture with the request and asks fal to keep the result for one day', async () => {
    expect(await connect().generation!.submit!(fal.request, signal())).toEqual({
      upstreamId: 'up-1',
    })
    expect(service.calls).toHaveLength(1)
    expect(service.calls[0]).toMatchObject({
      path: '/fal-ai/hunyuan-3d/v3.1/pro/image-to-3d',
      headers: {
        authorization: 'Key id:secret-of-fal',
        'x-fal-object-lifecycle-preference': '{"expiration_duration_seconds":86400}',
      },
      body: { input_image_url: 'data:image/png;base64,iVBORw0KGgo=', enable_pbr: false },
    })
  })

  it('reports queue position and log while a task waits, then downloads the GLB', async () => {
    const moves: object[] = []
    const result = await produce(moves)
    expect(result).toMatchObject({ fileName: 'model.glb', mimeType: 'model/gltf-binary', seed: 7 })
    expect(Buffer.from(result.bytes).equals(Buffer.from(tinyGlb()))).toBe(true)
    expect(moves).toEqual([
      { stage: 'Waiting for My service' },
      { stage: 'Waiting at My service, 2 ahead' },
      { stage: 'My service is making the model: Sampling', progress: 0.4 },
      { stage: 'Downloading the model' },
    ])
  })

  it.each([
    ['no units', {}, json({ prices: [] })],
    ['units that are no number', { 'x-fal-billable-units': 'many' }, json({ prices: [] })],
    ['units without a price', { 'x-fal-billable-units': '2' }, json({ prices: [] })],
    ['units, and no answer about prices', { 'x-fal-billable-units': '2' }, json({}, 500)],
  ])('returns the model without a cost when fal reports %s', async (_what, headers, prices) => {
    // fal does not document the header with the cost, so tasks must work without it.
    const output = { model_glb: { url: `${service.origin}/files/model.glb` } }
    service.on('GET /fal-ai/hunyuan-3d/requests/up-1', json(output, 200, headers))
    service.on('GET /v1/models/pricing', prices)
    const result = await produce()
    expect(result.cost).toBeUndefined()
    expect(result.bytes.byteLength).toBe(tinyGlb().byteLength)
  })

  it('reports the error of a task with the status COMPLETED that has failed', async () => {
    const detail = [
      { loc: ['body', 'image_url'], msg: 'Image too small.', type: 'image_too_small' },
    ]
    service.on('GET /fal-ai/hunyuan-3d/requests/up-1', json({ detail }, 422))
    await expect(produce()).rejects.toMatchObject({
      code: 'provider_failed',
      message: 'My service could not make this model. It says: “Image too small.”',
      upstreamRequestId: 'up-1',
    })
  })

  it('detects a wrong API key without creating a task, and returns the price if no option costs extra', async () => {
    expect(await connect().checkKeys!(signal())).toBe('Accepted.')
    const wrong = connect({ key: 'wrong:key' }).checkKeys!(signal())
    await expect(wrong).rejects.toMatchObject({ isAboutKey: true })
    const { generation } = connect()
    const price = { amount: '0.375', currency: 'USD' }
    expect(await generation!.readPrice!(fal.request, signal())).toEqual(price)
    const params = { ...fal.request.params, enable_pbr: true }
    expect(await generation!.readPrice!({ ...fal.request, params }, signal())).toBeUndefined()
    expect(service.calls.every(({ method }) => method === 'GET')).toBe(true)
  })
})

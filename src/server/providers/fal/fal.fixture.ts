import { sendBytes, json } from '../service/service.fixture.ts'
import { pictureAt, withKey, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectFal } from './fal-provider.ts'

const key = 'id:secret-of-fal'
const model = 'fal-ai/hunyuan-3d/v3.1/pro/image-to-3d'
const task = '/fal-ai/hunyuan-3d/requests/up-1'

const guarded = (answer: Parameters<typeof withKey>[2]) =>
  withKey('authorization', `Key ${key}`, answer, json({ detail: 'Cannot access application' }, 401))

export const falFixture: Service3dFixture = {
  name: 'fal',
  inferred: [
    'the header with the billed units',
    'that a running job may still cost after a cancel',
  ],
  connect: connectFal,
  secrets: { key },
  isBought: true,
  request: {
    taskId: 'task',
    model,
    params: { input_image_url: '/api/files/ours/content', enable_pbr: false },
    pictures: [pictureAt('input_image_url')],
  },
  routes: { order: `POST /${model}`, look: `GET ${task}/status`, result: 'GET /files/model.glb' },
  told: {
    order: ['"input_image_url":"data:image/png;base64,iVBORw0KGgo="', '"enable_pbr":false'],
    moves: [
      { stage: 'Waiting at My service, 2 ahead' },
      { stage: 'My service is making the model: Sampling', progress: 0.4 },
    ],
    cost: '0.375',
    key: 'Accepted.',
    cancel: `PUT ${task}/cancel`,
  },
  serve: (service, glb) => {
    const { origin } = service
    const queued = { request_id: 'up-1', status: 'IN_QUEUE', queue_position: 2 }
    service.on(`POST /${model}`, guarded(json(queued)))
    service.on(
      `GET ${task}/status`,
      guarded(json(queued, 202)),
      guarded(
        json(
          {
            status: 'IN_PROGRESS',
            logs: [
              { message: 'Loading', level: 'INFO' },
              { message: 'Sampling: 40%|####      | 4/10' },
            ],
          },
          202,
        ),
      ),
      guarded(json({ status: 'COMPLETED', logs: [], metrics: { inference_time: 12.3 } })),
    )
    service.on(
      `GET ${task}`,
      guarded(
        json(
          {
            thumbnail: { url: `${origin}/files/preview.png` },
            model_urls: { obj: { url: `${origin}/files/model.obj` } },
            model_glb: { url: `${origin}/files/model.glb`, content_type: 'model/gltf-binary' },
            seed: 7,
          },
          200,
          { 'x-fal-billable-units': '1' },
        ),
      ),
    )
    service.on(`PUT ${task}/cancel`, guarded(json({ status: 'CANCELLATION_REQUESTED' }, 202)))
    service.on(
      'GET /v1/models/pricing',
      guarded(
        json({
          prices: [{ endpoint_id: model, unit_price: 0.375, unit: 'generations', currency: 'USD' }],
        }),
      ),
    )
    service.on('GET /files/model.glb', sendBytes(glb))
  },
}

import { sendBytes, json } from '../service/service.fixture.ts'
import { pictureAt, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectModly } from './modly-provider.ts'

const job = (own: object) => json({ job_id: 'up-1', progress: 0, error: null, ...own })

export const modlyFixture: Service3dFixture = {
  name: 'Modly',
  inferred: ['names of the fields of a param'],
  connect: connectModly,
  secrets: {},
  isBought: true,
  request: {
    taskId: 'task',
    model: 'hunyuan3d-mini',
    params: { image: '/api/files/ours/content', remesh: 'quad', other_params: { steps: 12 } },
    pictures: [pictureAt('image')],
  },
  routes: {
    order: 'POST /generate/from-image',
    look: 'GET /generate/status/up-1',
    result: 'GET /workspace/Default/model.glb',
  },
  told: {
    order: ['name="model_id"', 'hunyuan3d-mini', 'name="remesh"', '{"steps":12}'],
    moves: [
      { stage: 'Waiting at My service' },
      { stage: 'My service is making the model: Sampling', progress: 0.4 },
    ],
    key: 'It needs no key.',
    cancel: 'POST /generate/cancel/up-1',
  },
  serve: (service, glb) => {
    service.on('GET /health', json({ status: 'ok' }))
    service.on('GET /model/all', json([{ id: 'hunyuan3d-mini', name: 'Hunyuan3D mini' }]))
    service.on('POST /generate/from-image', json({ job_id: 'up-1' }))
    service.on(
      'GET /generate/status/up-1',
      job({ status: 'pending' }),
      job({ status: 'running', progress: 40, step: 'Sampling' }),
      job({ status: 'done', progress: 100, output_url: '/workspace/Default/model.glb' }),
    )
    service.on('POST /generate/cancel/up-1', json({ status: 'cancelled' }))
    service.on('GET /workspace/Default/model.glb', sendBytes(glb))
  },
}

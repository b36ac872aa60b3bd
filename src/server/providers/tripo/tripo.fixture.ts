import { bytes, json, type Answer } from '../service/service.fixture.ts'
import { pictureAt, withKey, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectTripo } from './tripo-provider.ts'

const key = 'tsk_secret'
const base = '/v2/openapi'

const guarded = (answer: Answer) =>
  withKey(
    'authorization',
    `Bearer ${key}`,
    answer,
    json({ code: 1002, message: 'Authentication failed', suggestion: 'Check the key' }, 401),
  )
const task = (own: object) =>
  guarded(json({ code: 0, data: { task_id: 'up-1', type: 'image_to_model', ...own } }))

/** Tripo's v2 interface. */
export const tripoFixture: Service3dFixture = {
  name: 'Tripo',
  connect: connectTripo,
  secrets: { key },
  isBought: true,
  request: {
    taskId: 'task',
    model: 'image_to_model',
    params: { type: 'image_to_model', file: { file_token: 'ours' }, texture: true },
    pictures: [pictureAt('file')],
  },
  routes: {
    order: `POST ${base}/task`,
    look: `GET ${base}/task/up-1`,
    result: 'GET /files/model.glb',
  },
  told: {
    order: ['"type":"image_to_model"', '"file":{"type":"png","file_token":"token-1"}'],
    moves: [
      { stage: 'Waiting at My service, 4 ahead' },
      { stage: 'My service is making the model', progress: 0.4 },
    ],
    cost: '30',
    balance: '250',
    key: 'Accepted; 250 credits left.',
  },
  serve: (service, glb) => {
    const { origin } = service
    service.on(`POST ${base}/upload`, guarded(json({ code: 0, data: { image_token: 'token-1' } })))
    service.on(`POST ${base}/task`, guarded(json({ code: 0, data: { task_id: 'up-1' } })))
    service.on(
      `GET ${base}/task/up-1`,
      task({ status: 'queued', progress: 0, queuing_num: 4, running_left_time: -1 }),
      task({ status: 'running', progress: 40, queuing_num: -1, running_left_time: 30 }),
      task({
        status: 'success',
        progress: 100,
        output: {
          pbr_model: `${origin}/files/model.glb?expires=1`,
          rendered_image: `${origin}/files/preview.webp`,
        },
        consumed_credit: 30,
      }),
    )
    service.on(
      `GET ${base}/user/balance`,
      guarded(json({ code: 0, data: { balance: 250, frozen: 0 } })),
    )
    service.on('GET /files/model.glb', bytes(glb))
  },
}

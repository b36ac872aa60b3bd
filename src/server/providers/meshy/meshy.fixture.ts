import { sendBytes, json, type StandInAnswer } from '../service/service.fixture.ts'
import { pictureAt, withKey, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectMeshy } from './meshy-provider.ts'

const key = 'msy_secret'
const path = '/openapi/v1/image-to-3d'

const guarded = (answer: StandInAnswer) =>
  withKey('authorization', `Bearer ${key}`, answer, json({ message: 'Invalid API key' }, 401))

export const meshyFixture: Service3dFixture = {
  name: 'Meshy',
  inferred: ['that DELETE cancels a task that runs'],
  connect: connectMeshy,
  secrets: { key },
  isBought: true,
  request: {
    taskId: 'task',
    model: 'v1/image-to-3d',
    params: { image_url: '/api/files/ours/content', should_texture: true },
    pictures: [pictureAt('image_url')],
  },
  routes: { order: `POST ${path}`, look: `GET ${path}/up-1`, result: 'GET /files/model.glb' },
  told: {
    order: ['"image_url":"data:image/png;base64,iVBORw0KGgo="', '"should_texture":true'],
    moves: [
      { stage: 'Waiting at My service, 3 ahead' },
      { stage: 'My service is making the model', progress: 0.4 },
    ],
    cost: '30',
    balance: '1000',
    key: 'Accepted; 1000 credits left.',
    cancel: `DELETE ${path}/up-1`,
  },
  serve: (service, glb) => {
    const { origin } = service
    service.on(`POST ${path}`, guarded(json({ result: 'up-1' }, 202)))
    service.on(
      `GET ${path}/up-1`,
      guarded(json({ id: 'up-1', status: 'PENDING', progress: 0, preceding_tasks: 3 })),
      guarded(json({ id: 'up-1', status: 'IN_PROGRESS', progress: 40 })),
      guarded(
        json({
          id: 'up-1',
          status: 'SUCCEEDED',
          progress: 100,
          model_urls: { fbx: `${origin}/files/model.fbx`, glb: `${origin}/files/model.glb?sign=1` },
          thumbnail_url: `${origin}/files/preview.png`,
          texture_urls: [{ base_color: `${origin}/files/colour.png` }],
          task_error: { message: '' },
          consumed_credits: 30,
        }),
      ),
    )
    service.on(`DELETE ${path}/up-1`, guarded(json({})))
    service.on('GET /openapi/v1/balance', guarded(json({ balance: 1000 })))
    service.on('GET /files/model.glb', sendBytes(glb))
  },
}

import { sendBytes, json, type StandInAnswer } from '../service/service.fixture.ts'
import { pictureAt, withKey, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectStability } from './stability-provider.ts'

const key = 'sk-secret'
const path = '/v2beta/3d/stable-fast-3d'

const guarded = (answer: StandInAnswer) =>
  withKey(
    'authorization',
    `Bearer ${key}`,
    answer,
    json({ id: 'e1', name: 'unauthorized', errors: ['authorization: invalid or missing'] }, 401),
  )

export const stabilityFixture: Service3dFixture = {
  name: 'Stability AI',
  inferred: ['paths, fields and errors of the whole interface'],
  connect: connectStability,
  secrets: { key },
  isBought: true,
  request: {
    taskId: 'task',
    model: 'stable-fast-3d',
    params: { image: '/api/files/ours/content', texture_resolution: '1024' },
    pictures: [pictureAt('image')],
  },
  routes: { order: `POST ${path}` },
  told: {
    order: ['name="texture_resolution"', '1024', 'filename="picture.png"'],
    moves: [{ stage: 'My service is making the model' }],
    balance: '12.5',
    key: 'Accepted; 12.5 credits left.',
  },
  serve: (service, glb) => {
    service.on(`POST ${path}`, guarded(sendBytes(glb)))
    service.on('GET /v1/user/balance', guarded(json({ credits: 12.5 })))
  },
}

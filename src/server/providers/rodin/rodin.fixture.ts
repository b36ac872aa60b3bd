import { sendBytes, json, type StandInAnswer } from '../service/service.fixture.ts'
import { pictureAt, withKey, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectRodin } from './rodin-provider.ts'

const key = 'rodin-secret'
const guarded = (answer: StandInAnswer) =>
  withKey('authorization', `Bearer ${key}`, answer, json({ error: 'UNAUTHORIZED' }, 401))
const jobs = (...states: string[]) =>
  guarded(json({ jobs: states.map((status, at) => ({ uuid: `job-${at}`, status })) }, 201))

export const rodinFixture: Service3dFixture = {
  name: 'Hyper3D Rodin',
  inferred: ['everything but the paths'],
  connect: connectRodin,
  secrets: { key },
  isBought: true,
  request: {
    taskId: 'task',
    model: 'gen-2.5',
    params: {
      images: ['/api/files/ours/content'],
      tier: 'Gen-2.5-High',
      material: 'PBR',
      seed: 9,
    },
    pictures: [pictureAt('images/0')],
  },
  routes: {
    order: 'POST /api/v2/rodin',
    look: 'POST /api/v2/status',
    result: 'GET /files/model.glb',
  },
  told: {
    order: [
      'name="images"; filename="picture.png"',
      'name="tier"',
      'Gen-2.5-High',
      'name="material"',
    ],
    moves: [
      { stage: 'Waiting at My service' },
      { stage: 'My service is making the model', progress: 0.5 },
    ],
    balance: '8',
    key: 'Accepted; 8 credits left.',
  },
  serve: (service, glb) => {
    const { origin } = service
    const ordered = { error: null, message: 'Submitted.', uuid: 'up-1' }
    service.on(
      'POST /api/v2/rodin',
      guarded(json({ ...ordered, jobs: { uuids: ['a', 'b'], subscription_key: 'sub-1' } }, 201)),
    )
    service.on(
      'POST /api/v2/status',
      jobs('Waiting', 'Waiting'),
      jobs('Done', 'Generating'),
      jobs('Done', 'Done'),
    )
    service.on(
      'POST /api/v2/download',
      guarded(
        json({
          list: [
            { name: 'render.jpg', url: `${origin}/files/render.jpg` },
            { name: 'base_basic_pbr.glb', url: `${origin}/files/model.glb` },
          ],
        }),
      ),
    )
    service.on('GET /api/v2/check_balance', guarded(json({ balance: 8 })))
    service.on('GET /files/model.glb', sendBytes(glb))
  },
}

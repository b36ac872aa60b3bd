import { sendBytes, json } from '../service/service.fixture.ts'
import { pictureAt, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectHunyuanServer } from './hunyuan-server.ts'

export const hunyuanServerFixture: Service3dFixture = {
  name: 'Hunyuan3D server',
  inferred: ['what 2.1 does with texture: false'],
  connect: connectHunyuanServer,
  secrets: {},
  isBought: false,
  request: {
    taskId: 'task',
    model: 'hunyuan3d-2.1',
    params: { image: '/api/files/ours/content', texture: false, seed: 5 },
    pictures: [pictureAt('image')],
  },
  routes: { order: 'POST /generate' },
  told: {
    order: ['"image":"iVBORw0KGgo="', '"texture":false', '"seed":5', '"type":"glb"'],
    moves: [{ stage: 'My service is making the model' }],
    key: 'Hunyuan3D 2.1; it needs no key.',
  },
  serve: (service, glb) => {
    service.on('GET /health', json({ status: 'healthy', worker_id: 'a1' }))
    service.on('POST /generate', sendBytes(glb))
  },
}

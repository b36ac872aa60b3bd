import { sendBytes, type StandInAnswer } from '../service/service.fixture.ts'
import { pictureAt, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectTrellisServer } from './trellis-server.ts'

const ok: StandInAnswer = (_call, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
}

export const trellisServerFixture: Service3dFixture = {
  name: 'TRELLIS.2 server',
  connect: connectTrellisServer,
  secrets: {},
  isBought: false,
  request: {
    taskId: 'task',
    model: 'trellis-2',
    params: { image: '/api/files/ours/content', resolution: 1024, bg_removal: 'birefnet', seed: 5 },
    pictures: [pictureAt('image')],
  },
  routes: { order: 'POST /generate' },
  told: {
    order: ['name="image"; filename="picture.png"', 'name="resolution"', '1024', 'birefnet'],
    moves: [{ stage: 'My service is making the model' }],
    key: 'It needs no key.',
  },
  serve: (service, glb) => {
    service.on('GET /health', ok)
    service.on('POST /generate', sendBytes(glb))
  },
}

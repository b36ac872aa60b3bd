import { sendBytes, json } from '../service/service.fixture.ts'
import { pictureAt, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectLemonade } from './lemonade-provider.ts'

export const lemonadeFixture: Service3dFixture = {
  name: 'Lemonade',
  connect: connectLemonade,
  secrets: {},
  isBought: false,
  request: {
    taskId: 'task',
    model: 'TRELLIS-3D',
    params: { image: '/api/files/ours/content', resolution: 512, seed: 5 },
    pictures: [pictureAt('image')],
  },
  routes: { order: 'POST /v1/3d/generations' },
  told: {
    order: [
      '"image":"data:image/png;base64,iVBORw0KGgo="',
      '"model":"TRELLIS-3D"',
      '"response_format":"glb"',
    ],
    moves: [{ stage: 'My service is making the model' }],
    key: 'It needs no key.',
  },
  serve: (service, glb) => {
    service.on(
      'GET /v1/models',
      json({
        data: [
          { id: 'Qwen3-4B', labels: ['reasoning'] },
          { id: 'TRELLIS-3D', labels: ['3d'] },
        ],
      }),
    )
    service.on('POST /v1/3d/generations', sendBytes(glb))
  },
}

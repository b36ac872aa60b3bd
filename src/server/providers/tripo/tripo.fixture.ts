import type { StandInAnswer } from '../service/service.fixture.ts'
import {
  pictureAt,
  type Service3dFixture,
  type TestService,
} from '../service/service-3d.fixture.ts'
import { TripoStandIn } from './stand-in.fixture.ts'
import { connectTripo } from './tripo-provider.ts'

export const tripoFixtureKey = 'tsk_secret'

const order = 'POST /v3/generation/image-to-model'
const look = 'GET /v3/tasks/up-1'
const result = 'GET /files/up-1/model.glb'

export function serveTripo(
  service: TestService,
  glb: Uint8Array,
  keys: readonly string[] = [tripoFixtureKey],
): TripoStandIn {
  const { origin } = service
  const standIn = new TripoStandIn({ origin, keys, glb })
  const answer: StandInAnswer = ({ headers: { authorization }, ...call }, response) => {
    const { status, json, bytes } = standIn.answer({ ...call, authorization })
    response
      .writeHead(status, json === undefined ? {} : { 'content-type': 'application/json' })
      .end(bytes ?? (json === undefined ? undefined : JSON.stringify(json)))
  }
  service.onOthers(answer)
  // Each response is registered three times, so that tests can insert faults in between.
  for (const route of [order, look, result]) service.on(route, answer, answer, answer)
  return standIn
}

export const tripoFixture: Service3dFixture = {
  name: 'Tripo',
  inferred: ['the path of Smart UV'],
  connect: connectTripo,
  secrets: { key: tripoFixtureKey },
  isBought: true,
  isRepeated: true,
  request: {
    taskId: 'task',
    model: 'image_to_model',
    params: { input: '/api/files/ours/content', texture: true },
    pictures: [pictureAt('input')],
  },
  routes: { order, look, result },
  told: {
    order: ['"model":"v3.1-20260211"', '"input":"token-1"', '"texture":true'],
    moves: [
      { stage: 'Waiting at My service, 4 ahead' },
      { stage: 'My service is making the model', progress: 0.4 },
    ],
    cost: '30',
    balance: '250',
    key: 'Accepted; 250 credits left.',
  },
  serve: (service, glb) => void serveTripo(service, glb),
}

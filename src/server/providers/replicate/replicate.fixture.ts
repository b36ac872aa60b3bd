import { sendBytes, json, type StandInAnswer } from '../service/service.fixture.ts'
import { pictureAt, withKey, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectReplicate } from './replicate-provider.ts'

const key = 'r8_secret'
const model = 'tencent/hunyuan-3d-3.1'
const path = '/v1/predictions/up-1'

const guarded = (answer: StandInAnswer) =>
  withKey(
    'authorization',
    `Bearer ${key}`,
    answer,
    json({ title: 'Unauthenticated', detail: 'You did not pass a valid token' }, 401),
  )
const prediction = (own: object) => guarded(json({ id: 'up-1', version: 'v1', ...own }))

/** An OpenAPI document in Replicate's format, in which enumerations are separate schemas. */
export const openApi = {
  components: {
    schemas: {
      Input: {
        type: 'object',
        required: ['image'],
        properties: {
          image: {
            type: 'string',
            format: 'uri',
            title: 'Image',
            'x-order': 1,
            description: 'A picture.',
          },
          generate_type: {
            allOf: [{ $ref: '#/components/schemas/generate_type' }],
            default: 'Normal',
            'x-order': 2,
          },
          seed: { type: 'integer', title: 'Seed', nullable: true, 'x-order': 3 },
          token: { type: 'string', format: 'password', 'x-cog-secret': true },
          old: { type: 'string', deprecated: true },
        },
      },
      generate_type: { type: 'string', title: 'Generate type', enum: ['Normal', 'Geometry'] },
    },
  },
}

export const replicateFixture: Service3dFixture = {
  name: 'Replicate',
  connect: connectReplicate,
  secrets: { key },
  isBought: true,
  request: {
    taskId: 'task',
    model,
    params: { image: '/api/files/ours/content', generate_type: 'Normal' },
    pictures: [pictureAt('image')],
  },
  routes: {
    order: `POST /v1/models/${model}/predictions`,
    look: `GET ${path}`,
    result: 'GET /files/model.glb',
  },
  told: {
    order: ['"input":{"image":"data:image/png;base64,iVBORw0KGgo="', '"generate_type":"Normal"'],
    moves: [
      { stage: 'Waiting at My service' },
      { stage: 'My service is making the model: Sampling', progress: 0.4 },
    ],
    key: 'Accepted, of someone.',
    cancel: `POST ${path}/cancel`,
  },
  serve: (service, glb) => {
    service.on(
      `GET /v1/models/${model}`,
      guarded(json({ latest_version: { id: 'v1', openapi_schema: openApi } })),
    )
    service.on(
      `POST /v1/models/${model}/predictions`,
      guarded(json({ id: 'up-1', status: 'starting' }, 201)),
    )
    service.on(
      `GET ${path}`,
      prediction({ status: 'starting', logs: '' }),
      prediction({ status: 'processing', logs: 'Sampling: 40%|####      | 4/10' }),
      prediction({ status: 'succeeded', output: `${service.origin}/files/model.glb`, error: null }),
    )
    service.on(`POST ${path}/cancel`, guarded(json({ id: 'up-1', status: 'canceled' })))
    service.on('GET /v1/account', guarded(json({ type: 'user', username: 'someone' })))
    service.on('GET /files/model.glb', sendBytes(glb))
  },
}

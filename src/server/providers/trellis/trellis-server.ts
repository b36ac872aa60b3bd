import type { Model3d } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { GenerationRequest } from '../../ports/generation-provider.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { connectService, type Tuning } from '../service/connect-service.ts'
import { createDirectProvider } from '../service/direct-provider.ts'
import { toFile } from '../service/picture-data.ts'
import { requestModel } from '../service/request-model.ts'
import type { ServiceHttp } from '../service/service-http.ts'

const root = 'http://127.0.0.1:8080'
/** Time limit of a task. The highest resolution takes many minutes on small graphics cards. */
const limitMs = 60 * 60_000

const paramSchema: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['image'],
  properties: {
    image: {
      type: 'string',
      title: 'Picture',
      description: 'One picture of a single object.',
      'x-ui': { order: 10, group: 'input', widget: 'image', important: true },
    },
    resolution: {
      type: 'integer',
      title: 'Resolution',
      description: '1024 and more need a card with 16 GB.',
      enum: [512, 1024, 1536],
      default: 512,
      'x-ui': { order: 20, group: 'geometry' },
    },
    bg_removal: {
      type: 'string',
      title: 'Background removal',
      enum: ['threshold', 'birefnet'],
      default: 'threshold',
      'x-ui': {
        order: 30,
        group: 'input',
        labels: { threshold: 'By colour', birefnet: 'By a network (BiRefNet)' },
      },
    },
    seed: {
      type: 'integer',
      title: 'Seed',
      minimum: 0,
      'x-ui': { order: 40, widget: 'seed', advanced: true, omitWhenEmpty: true },
    },
  },
  additionalProperties: false,
}

/**
 * Connects a TRELLIS.2 server (`trellis-server` of trellis.cpp), which responds to each request
 * with the model.
 */
export function connectTrellisServer(
  settings: ConnectionSettings,
  tuning: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, tuning })
  return {
    url: http.root,
    generation: createDirectProvider({
      http,
      concurrency: 1,
      listModels: async (signal) => {
        await checkHealth(http, signal)
        return [toModel(settings.service.id)]
      },
      make: (request, signal) =>
        requestModel(http, {
          path: '/generate',
          body: toForm(request),
          limitMs,
          isBought: false,
          signal,
        }),
      timeLimitMs: limitMs,
    }),
    checkKeys: async (signal) => {
      await checkHealth(http, signal)
      return 'It needs no key.'
    },
  }
}

async function checkHealth(http: ServiceHttp, signal: AbortSignal): Promise<void> {
  const answer = await http.get('/health', signal)
  if (!answer.response.ok) http.jsonOf(answer)
  if (answer.text.trim().toLowerCase() === 'ok') return
  throw new HttpError(
    'provider_failed',
    `${http.service.title} is not a TRELLIS.2 server: its /health does not answer “ok”.`,
  )
}

const toModel = (provider: string): Model3d => ({
  id: `${provider}/trellis-2`,
  name: 'TRELLIS.2',
  provider,
  kind: '3d',
  description: 'Microsoft’s open model on your own server, from one picture.',
  limits: 'It reports no progress, and makes one model at a time.',
  paramSchema,
})

function toForm({ params, pictures }: GenerationRequest): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(params)) {
    if (name !== 'image' && ['string', 'number'].includes(typeof value)) {
      form.set(name, String(value))
    }
  }
  const [picture] = pictures
  if (picture) form.set('image', toFile(picture))
  return form
}

export const trellisServerKind: ProviderKind = {
  id: 'trellis-server',
  name: 'TRELLIS.2 server',
  about: 'Microsoft’s open model on your own graphics card (trellis.cpp).',
  offers: ['3d'],
  group: 'local',
  address: { default: root, example: root },
  takesHeaders: true,
  secrets: [],
  connect: (settings) => connectTrellisServer(settings),
}

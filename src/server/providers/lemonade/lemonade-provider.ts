import { z } from 'zod'
import type { Model3d } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { HttpError } from '../../errors/http-error.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type { GenerationRequest, InputPicture } from '../../ports/generation-provider.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { connectService, type Tuning } from '../service/connect-service.ts'
import { createDirectProvider } from '../service/direct-provider.ts'
import { fillPictures, toDataUrl } from '../service/picture-data.ts'
import { requestModel } from '../service/request-model.ts'
import type { ServiceHttp } from '../service/service-http.ts'

const root = 'http://127.0.0.1:13305'
const limitMs = 30 * 60_000

const listSchema = z.looseObject({
  data: z.array(
    z.looseObject({ id: z.string().min(1).max(150), labels: z.array(z.string()).catch([]) }),
  ),
})

const choice = (title: string, values: readonly (string | number)[], order: number) => ({
  title,
  type: typeof values[0] === 'number' ? 'integer' : 'string',
  enum: values,
  default: values[0],
  'x-ui': { order, group: 'geometry' },
})

const paramSchema: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['image'],
  properties: {
    image: {
      type: 'string',
      title: 'Picture',
      description: 'One picture of one object.',
      'x-ui': { order: 10, group: 'input', widget: 'image', important: true },
    },
    resolution: choice('Resolution', [512, 1024, 1536], 20),
    bg_removal: choice('Background removal', ['birefnet', 'threshold'], 30),
    uv: choice('UV unwrapping', ['xatlas', 'box'], 40),
    seed: {
      type: 'integer',
      title: 'Seed',
      minimum: 0,
      'x-ui': { order: 50, widget: 'seed', advanced: true, omitWhenEmpty: true },
    },
  },
  additionalProperties: false,
}

/** Connects a Lemonade server for 3D models. Lemonade calls this feature experimental. */
export function connectLemonade(
  settings: ConnectionSettings,
  tuning: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, tuning })
  return {
    url: http.root,
    generation: createDirectProvider({
      http,
      concurrency: 1,
      listModels: (signal) => listModels(http, signal),
      make: async (request, signal) => {
        const body = await encodeJson(await toOrder(request))
        const path = '/v1/3d/generations'
        return requestModel(http, { path, body, limitMs, isBought: false, signal })
      },
      timeLimitMs: limitMs,
    }),
    checkKeys: async (signal) => {
      await listModels(http, signal)
      return 'It needs no key.'
    },
  }
}

const toOrder = async (request: GenerationRequest) => ({
  ...(await fillPictures(request, async (picture) => toDataUrl(await readable(picture)))),
  model: request.model,
  response_format: 'glb',
})

async function readable({ bytes, mimeType }: InputPicture) {
  if (mimeType !== 'image/webp') return { bytes, mimeType }
  const { default: sharp } = await import('sharp')
  return { bytes: await sharp(bytes).png().toBuffer(), mimeType: 'image/png' }
}

async function listModels(http: ServiceHttp, signal: AbortSignal): Promise<Model3d[]> {
  const list = listSchema.safeParse(await http.json('/v1/models', { signal })).data
  if (!list)
    throw new HttpError('provider_failed', `${http.service.title} is not a Lemonade server.`)
  const provider = http.service.id
  return list.data
    .filter(({ labels }) => labels.includes('3d'))
    .map(({ id }) => ({
      id: `${provider}/${id}`,
      name: id,
      provider,
      kind: '3d',
      description: 'A model of this Lemonade server, from one picture.',
      limits: 'It reports no progress. Higher resolutions need more memory.',
      paramSchema,
    }))
}

export const lemonade3dKind: ProviderKind = {
  id: 'lemonade-3d',
  name: 'Lemonade (3D)',
  about: 'TRELLIS on your own computer.',
  offers: ['3d'],
  group: 'local',
  address: { default: root, example: root },
  takesHeaders: true,
  secrets: [],
  localMarks: [
    {
      origin: root,
      path: '/v1/models',
      isIt: (answer) =>
        listSchema.safeParse(answer).data?.data.some(({ labels }) => labels.includes('3d')) ??
        false,
    },
  ],
  connect: (settings) => connectLemonade(settings),
}

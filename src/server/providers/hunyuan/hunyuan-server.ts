import { paramSchemaSchema, type Model3d } from '#contract/models.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { wordsIn } from '../openai/upstream-words.ts'
import { failedSilently } from '../service/task-failed.ts'
import { hasPaths } from '../service/openapi-mark.ts'
import { connectService, type Tuning } from '../service/connect-service.ts'
import { createDirectProvider } from '../service/direct-provider.ts'
import { fillPictures, toBase64 } from '../service/picture-data.ts'
import { requestModel } from '../service/request-model.ts'
import type { ServiceHttp } from '../service/service-http.ts'

const root = 'http://127.0.0.1:8081'
/** Time limit of a task. Textures take minutes on small graphics cards. */
const limitMs = 30 * 60_000

/** Fields that version 2.0 of Hunyuan3D refuses. */
const newFields = ['remove_background', 'num_chunks']

/**
 * Connects a self-hosted Hunyuan3D server, version 2.0 or 2.1. Uses the synchronous API, because
 * the asynchronous API does not report failures and returns incomplete files.
 */
export function connectHunyuanServer(
  settings: ConnectionSettings,
  tuning: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, tuning })
  return {
    url: http.root,
    generation: createDirectProvider({
      http,
      concurrency: 1,
      listModels: async (signal) => [await getModel(http, signal)],
      make: async (request, signal) => {
        const params = await fillPictures(request, (picture) => Promise.resolve(toBase64(picture)))
        const body = await encodeJson({ ...params, type: 'glb' })
        const findFailure = (status: number, text: string) =>
          isFailure(status, text) ? failedSilently(http.service) : undefined
        const sent = { path: '/generate', body, limitMs, isBought: false, signal, findFailure }
        return requestModel(http, sent)
      },
      timeLimitMs: limitMs,
    }),
    checkKeys: async (signal) =>
      `Hunyuan3D ${(await isNewer(http, signal)) ? '2.1' : '2.0'}; it needs no key.`,
  }
}

/**
 * The server reports every failure with status 404 and the same sentence about network traffic, for
 * example if the memory of its graphics card ran out.
 */
const isFailure = (status: number, text: string): boolean =>
  status === 404 && wordsIn(text).code !== ''

/** Only version 2.1 of Hunyuan3D has a health endpoint. */
async function isNewer(http: ServiceHttp, signal: AbortSignal): Promise<boolean> {
  const answer = await http.get('/health', signal)
  if (answer.response.status === 404) return false
  http.jsonOf(answer)
  return true
}

async function getModel(http: ServiceHttp, signal: AbortSignal): Promise<Model3d> {
  const isNew = await isNewer(http, signal)
  const { default: schema } = await import('../../models/hosts/hunyuan3d-2.1-selfhost.json')
  const paramSchema = paramSchemaSchema.parse(schema)
  const { properties } = paramSchema
  const provider = http.service.id
  return {
    id: `${provider}/hunyuan3d-${isNew ? '2.1' : '2.0'}`,
    name: `Hunyuan3D ${isNew ? '2.1' : '2.0'}`,
    provider,
    kind: '3d',
    description: 'Tencent’s open model on your own server, from one picture.',
    limits: 'It reports no progress and cannot be stopped. Textures need more memory.',
    paramSchema: isNew
      ? paramSchema
      : {
          ...paramSchema,
          properties: Object.fromEntries(
            Object.entries(properties).filter(([name]) => !newFields.includes(name)),
          ),
        },
  }
}

export const hunyuanServerKind: ProviderKind = {
  id: 'hunyuan3d-server',
  name: 'Hunyuan3D server',
  about: 'Tencent’s open model on your own graphics card.',
  offers: ['3d'],
  group: 'local',
  address: { default: root, example: root },
  takesHeaders: true,
  secrets: [],
  localMarks: [
    {
      origin: root,
      path: '/openapi.json',
      isIt: hasPaths('/generate', '/send', '/status/{uid}'),
    },
  ],
  connect: (settings) => connectHunyuanServer(settings),
}

import { z } from 'zod'
import type { Model3d } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import { encodeJson } from '../../json/encode-json.ts'
import type { GenerationRequest, InputPicture } from '../../ports/generation-provider.ts'
import {
  importedModel,
  type ConnectedProvider,
  type ConnectionSettings,
  type ProviderKind,
} from '../../ports/provider-kind.ts'
import { remember } from '../remember.ts'
import { bearer, connectService, type Tuning } from '../service/connect-service.ts'
import { getChosenOutput, findResults } from '../service/find-results.ts'
import { getLastLine, progressInLog } from '../service/log-progress.ts'
import { orderOnce } from '../service/order-once.ts'
import { fillPictures, toDataUrl, toFile } from '../service/picture-data.ts'
import { readTask } from '../service/read-task.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { createTaskProvider, taskFailed, type TaskLook } from '../service/task-provider.ts'
import { paramsOfInput } from './input-schema.ts'
import {
  replicateModelSchema,
  readReplicateModel,
  replicateWireSchema,
} from './replicate-import.ts'

const root = 'https://api.replicate.com'
/**
 * Maximum size of a picture that is part of the request. Larger pictures are uploaded first, as
 * Replicate recommends.
 */
const inlineBytesMax = 256 * 1024
const uploadTimeoutMs = 25_000
const orderTimeoutMs = 30_000
const listTimeoutMs = 15_000
const tasksMax = 8

type ListedModel = Pick<Model3d, 'name' | 'description'> & {
  model: string
  /** True if requests name only the model. For other models, requests must name a version, too. */
  isOfficial: boolean
}

const models: readonly ListedModel[] = [
  {
    model: 'tencent/hunyuan-3d-3.1',
    isOfficial: true,
    name: 'Hunyuan3D 3.1',
    description: 'Tencent’s model: very detailed shapes from a picture or a description.',
  },
  {
    model: 'tencent/hunyuan3d-2mv',
    isOfficial: false,
    name: 'Hunyuan3D 2 multiview',
    description: 'Tencent’s open model from up to four views.',
  },
  {
    model: 'firtoz/trellis',
    isOfficial: false,
    name: 'TRELLIS',
    description:
      'Microsoft’s first model. Turn “generate model” on: without it there is only a video.',
  },
]

const accountSchema = z.looseObject({ username: z.string().max(100) })
const uploadedSchema = z.looseObject({ urls: z.looseObject({ get: z.url() }) })
const orderedSchema = z.looseObject({ id: z.string().regex(/^[\w-]{1,200}$/) })
const predictionSchema = z.looseObject({
  status: z.string(),
  version: z.string().nullish().catch(undefined),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  logs: z.string().nullish().catch(undefined),
})

type Known = { model: Model3d; version: string }

export function connectReplicate(
  settings: ConnectionSettings,
  { pollMs, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, headers: bearer(settings), tuning })
  const known = remember(() => readModels(http))
  return {
    url: http.root,
    generation: createTaskProvider({
      http,
      concurrency: tasksMax,
      listModels: async (signal) => (await known(signal)).map(({ model }) => model),
      order: async (request, signal) => {
        const wire = replicateWireSchema.safeParse(
          importedModel(settings, request.model)?.wire,
        ).data
        const place = wire ?? (await getPlace(http, request.model, () => known(signal)))
        return order(http, request, { place, signal })
      },
      look: (id, { model }, signal) => {
        const output = importedModel(settings, model)?.output
        return look(http, id, { output, signal })
      },
      cancel: (id, _request, signal) =>
        http.send(`/v1/predictions/${encodeURIComponent(id)}/cancel`, { method: 'POST', signal }),
      allowedHosts: settings.allowedHosts,
      pollMs,
      idleMs,
    }),
    importer: { read: (source, { signal }) => readReplicateModel(http, source, signal) },
    checkKeys: async (signal) => {
      const account = accountSchema.safeParse(await http.json('/v1/account', { signal })).data
      return account ? `Accepted, of ${account.username}.` : 'Accepted.'
    },
  }
}

async function readModels(http: ServiceHttp): Promise<Known[]> {
  const found = await Promise.all(
    models.map(async ({ model, name, description }): Promise<Known[]> => {
      const answer = await http.get(`/v1/models/${model}`, AbortSignal.timeout(listTimeoutMs))
      if (answer.response.status === 404) return []
      const version = replicateModelSchema.safeParse(http.jsonOf(answer)).data?.latest_version
      const paramSchema = paramsOfInput(version?.openapi_schema)
      if (!version || !paramSchema) return []
      const provider = http.service.id
      const id = `${provider}/${model}`
      return [
        {
          version: version.id,
          model: { id, name, description, provider, kind: '3d', paramSchema },
        },
      ]
    }),
  )
  return found.flat()
}

type Place = { version?: string }

async function getPlace(
  { service }: ServiceHttp,
  model: string,
  known: () => Promise<readonly Known[]>,
): Promise<Place> {
  if (models.some((one) => one.model === model && one.isOfficial)) return {}
  const found = (await known()).find(({ model: { id } }) => id === `${service.id}/${model}`)
  if (found) return { version: found.version }
  throw new HttpError('unknown_model', `${service.title} has no model ${model}.`)
}

async function order(
  http: ServiceHttp,
  request: GenerationRequest,
  { place, signal }: { place: Place; signal: AbortSignal },
) {
  const input = await fillPictures(request, (picture) => pictureFor(http, picture, signal))
  const { version } = place
  const path = version === undefined ? `/v1/models/${request.model}/predictions` : '/v1/predictions'
  const body = new Blob(await encodeJson(version === undefined ? { input } : { version, input }))
  return orderOnce(
    http,
    { path, body, signal, timeoutMs: orderTimeoutMs },
    { idOf: (answer) => orderedSchema.safeParse(answer).data?.id },
  )
}

async function pictureFor(http: ServiceHttp, picture: InputPicture, signal: AbortSignal) {
  if (picture.bytes.byteLength <= inlineBytesMax) return toDataUrl(picture)
  const body = new FormData()
  body.set('content', toFile(picture))
  const options = { method: 'POST', body, signal, timeoutMs: uploadTimeoutMs }
  const uploaded = uploadedSchema.safeParse(await http.json('/v1/files', options)).data
  if (uploaded) return uploaded.urls.get
  throw new HttpError('provider_failed', `${http.service.title} did not take the picture.`)
}

async function look(
  http: ServiceHttp,
  id: string,
  { output: chosen, signal }: { output: string | undefined; signal: AbortSignal },
): Promise<TaskLook> {
  const path = `/v1/predictions/${encodeURIComponent(id)}`
  const { status, version, output, error, logs } = await readTask(http, path, {
    schema: predictionSchema,
    signal,
  })
  switch (status) {
    case 'succeeded':
      return {
        state: 'done',
        results: findResults(getChosenOutput(output, chosen), ['model_file', 'mesh', 'glb']),
        ...(version && { modelVersion: version }),
      }
    case 'failed':
      throw taskFailed(http, typeof error === 'string' ? error : '')
    case 'canceled':
    case 'aborted':
      throw taskFailed(http, '', 'says that this task was cancelled there.')
    case 'starting':
      return { state: 'waiting' }
    default:
      return {
        state: 'running',
        progress: progressInLog(logs ?? ''),
        doing: getLastLine(logs ?? ''),
      }
  }
}

export const replicateKind: ProviderKind = {
  id: 'replicate',
  name: 'Replicate',
  about: 'Hunyuan3D, TRELLIS and other models, billed by usage.',
  offers: ['3d'],
  group: 'cloud',
  secrets: [{ id: 'key', label: 'API token', isRequired: true, placeholder: 'r8_…' }],
  keyUrl: 'https://replicate.com/account/api-tokens',
  imports: { label: 'Name of the model', example: 'firtoz/trellis', isFile: false },
  connect: (settings) => connectReplicate(settings),
}

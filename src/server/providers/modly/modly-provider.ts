import { z } from 'zod'
import type { Model3d } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { GenerationRequest } from '../../ports/generation-provider.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { hasPaths } from '../service/openapi-mark.ts'
import { connectService, type Tuning } from '../service/connect-service.ts'
import { readOwnResult } from '../service/download-result.ts'
import { orderOnce } from '../service/order-once.ts'
import { toFile } from '../service/picture-data.ts'
import { readTask } from '../service/read-task.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { createTaskProvider, taskFailed, type TaskLook } from '../service/task-provider.ts'
import { otherParamsName } from '../../models/generic-image-to-3d.ts'

const root = 'http://127.0.0.1:8765'
const pollMsUsual = 1_500

const modelSchema = z.looseObject({
  id: z.string().min(1).max(150),
  name: z.string().max(200).optional().catch(undefined),
})
const modelsSchema = z.union([
  z.array(modelSchema),
  z.looseObject({ models: z.array(modelSchema) }).transform(({ models }) => models),
])
const orderedSchema = z.looseObject({ job_id: z.string().regex(/^[\w-]{1,200}$/) })
const jobSchema = z.looseObject({
  status: z.string(),
  progress: z.number().min(0).max(100).optional().catch(undefined),
  step: z.string().max(500).nullish().catch(undefined),
  output_url: z.string().nullish().catch(undefined),
  error: z.string().nullish().catch(undefined),
})

const paramSchema: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['image'],
  properties: {
    image: {
      type: 'string',
      title: 'Picture',
      'x-ui': { order: 10, group: 'input', widget: 'image', important: true },
    },
    enable_texture: {
      type: 'boolean',
      title: 'Texture',
      default: true,
      'x-ui': { order: 20, group: 'texture', important: true },
    },
    remesh: {
      type: 'string',
      title: 'Remeshing',
      enum: ['none', 'triangle', 'quad'],
      default: 'none',
      'x-ui': { order: 30, group: 'geometry' },
    },
    [otherParamsName]: {
      type: 'object',
      title: 'Other params',
      description: 'JSON, handed to the model unchanged.',
      'x-ui': { order: 40, group: 'advanced', widget: 'json', advanced: true, omitWhenEmpty: true },
    },
  },
  additionalProperties: false,
}

export function connectModly(
  settings: ConnectionSettings,
  { pollMs = pollMsUsual, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, tuning })
  return {
    url: http.root,
    generation: createTaskProvider({
      http,
      concurrency: 1,
      isFree: true,
      listModels: (signal) => listModels(http, signal),
      order: (request, signal) =>
        orderOnce(
          http,
          { path: '/generate/from-image', body: getForm(request), signal },
          { idOf: (answer) => orderedSchema.safeParse(answer).data?.job_id },
        ),
      look: (id, _request, signal) => look(http, id, signal),
      download: (path, signal) =>
        readOwnResult((within) => http.open(path, { signal: within }), {
          pathname: path,
          signal,
          ...(idleMs !== undefined && { timeoutMs: idleMs }),
        }),
      cancel: (id, _request, signal) =>
        http.send(`/generate/cancel/${encodeURIComponent(id)}`, { method: 'POST', signal }),
      pollMs,
    }),
    checkKeys: async (signal) => {
      await http.json('/health', { signal })
      return 'It needs no key.'
    },
  }
}

function getForm({ model, params, pictures }: GenerationRequest): FormData {
  const { image: _image, [otherParamsName]: others, ...own } = params
  const form = new FormData()
  for (const picture of pictures) form.set('image', toFile(picture))
  form.set('model_id', model)
  for (const [name, value] of Object.entries(own)) form.set(name, String(value))
  form.set('params', JSON.stringify(others ?? {}))
  return form
}

async function look(http: ServiceHttp, id: string, signal: AbortSignal): Promise<TaskLook> {
  const path = `/generate/status/${encodeURIComponent(id)}`
  const {
    status,
    progress,
    step,
    output_url: output,
    error,
  } = await readTask(http, path, { schema: jobSchema, signal })
  switch (status) {
    case 'done':
      // An output must be a path on this server.
      return { state: 'done', results: output?.startsWith('/') ? [output] : [] }
    case 'error':
      throw taskFailed(http, error ?? '')
    case 'cancelled':
      throw taskFailed(http, '', 'says that this task was cancelled there.')
    case 'pending':
      return { state: 'waiting' }
    default:
      return {
        state: 'running',
        ...(progress !== undefined && { progress: progress / 100 }),
        ...(step && { doing: step.slice(0, 80) }),
      }
  }
}

async function listModels(http: ServiceHttp, signal: AbortSignal): Promise<Model3d[]> {
  const models = modelsSchema.safeParse(await http.json('/model/all', { signal })).data
  if (!models)
    throw new HttpError('provider_failed', `${http.service.title} is not a Modly server.`)
  const provider = http.service.id
  return models.map(({ id, name = id }) => ({
    id: `${provider}/${id}`,
    name,
    provider,
    kind: '3d',
    description: 'A model of this Modly app, from one picture.',
    paramSchema,
  }))
}

export const modlyKind: ProviderKind = {
  id: 'modly',
  name: 'Modly',
  about: 'Open 3D models in an app on your own computer.',
  offers: ['3d'],
  group: 'local',
  address: { default: root, example: root },
  takesHeaders: true,
  secrets: [],
  localMarks: [
    {
      origin: root,
      // This path is inferred, because Modly's documentation does not mention an OpenAPI document.
      path: '/openapi.json',
      isIt: hasPaths('/generate/from-image', '/model/all'),
    },
  ],
  connect: (settings) => connectModly(settings),
}

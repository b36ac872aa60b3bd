import type { Model3d } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { ownValue } from '#lib/own-value.ts'
import { HttpError } from '../../errors/http-error.ts'
import { encodeJson } from '../../json/encode-json.ts'
import { pictureField } from '../../models/picture-field.ts'
import type { GenerationRequest, InputPicture } from '../../ports/generation-provider.ts'
import {
  importedModel,
  type ConnectedProvider,
  type ConnectionSettings,
  type ProviderKind,
} from '../../ports/provider-kind.ts'
import { connectService, type Tuning } from '../service/connect-service.ts'
import { readOwnResult } from '../service/download-result.ts'
import { getChosenOutput } from '../service/find-results.ts'
import { orderOnce } from '../service/order-once.ts'
import { toFile } from '../service/picture-data.ts'
import { readTask } from '../service/read-task.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { TaskFailedError } from '../service/task-failed.ts'
import { createTaskProvider, taskFailed, type TaskLook } from '../service/task-provider.ts'
import {
  errorIn,
  historySchema,
  queuedSchema,
  queueSchema,
  savedModels,
  statsSchema,
  comfyUploadSchema,
} from './comfy-answers.ts'
import { readComfyModel, comfyWireSchema } from './comfy-import.ts'
import { watchComfy } from './comfy-progress.ts'
import { fillWorkflow, readWorkflow, workflowName } from './fill-workflow.ts'

const root = 'http://127.0.0.1:8188'
const pollMsUsual = 1_500
const uploadTimeoutMs = 20_000
const orderTimeoutMs = 30_000
/** Time limit of a task. Workflows with several models are slow on small graphics cards. */
const timeLimitMs = 60 * 60_000

const params: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: [workflowName],
  properties: {
    file: pictureField(
      { title: 'Picture', description: 'Goes to each LoadImage node of the workflow.' },
      10,
    ),
    [workflowName]: {
      type: 'object',
      title: 'Workflow',
      description: 'As ComfyUI exports it with “Export (API)”. It must save a model at its end.',
      'x-ui': { order: 20, group: 'input', widget: 'json', important: true },
    },
  },
  additionalProperties: true,
}

/**
 * Connects a ComfyUI server. A model file contains a workflow as the constant param `workflow`.
 * Every other param sets one node input and is named after it, such as `12.seed`.
 */
export function connectComfy(
  settings: ConnectionSettings,
  { pollMs = pollMsUsual, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, tuning })
  const told = watchComfy(http)
  return {
    url: http.root,
    generation: createTaskProvider({
      http,
      concurrency: 2,
      isFree: true,
      listModels: async (signal) => {
        await readVersion(http, signal)
        return [workflowModel(settings.service.id)]
      },
      order: (request, signal) => order(http, withWorkflow(settings, request), signal),
      look: async (id, request, signal) => {
        const output = importedModel(settings, request.model)?.output
        try {
          const seen = await look(http, id, { output, signal })
          if (seen.state === 'done') told.forget(id)
          // The socket opens while the prompt is still queued, so that no step is missed.
          else return { ...told.see(followed(id, settings, request), signal), ...seen }
          return seen
        } catch (error) {
          if (error instanceof TaskFailedError) told.forget(id)
          throw error
        }
      },
      download: (path, signal) =>
        readOwnResult((within) => http.open(path, { signal: within }), {
          pathname: `/${new URLSearchParams(path.split('?')[1]).get('filename') ?? ''}`,
          signal,
          ...(idleMs !== undefined && { timeoutMs: idleMs }),
        }),
      cancel: async (id, _request, signal) => {
        const body = (value: object) => ({ method: 'POST', body: JSON.stringify(value), signal })
        await http.send('/queue', body({ delete: [id] }))
        // Older servers ignore the id and interrupt whichever prompt is running, so the request is
        // sent only while this prompt runs.
        const { queue_running: running } = queueSchema.parse(await http.json('/queue', { signal }))
        if (running.some((entry) => entry[1] === id)) {
          await http.send('/interrupt', body({ prompt_id: id }))
        }
      },
      timeLimitMs,
      pollMs,
    }),
    importer: { read: (source, options) => readComfyModel(http, source, options) },
    checkKeys: async (signal) => `${await readVersion(http, signal)}; it needs no key.`,
  }
}

function withWorkflow(settings: ConnectionSettings, request: GenerationRequest): GenerationRequest {
  const wire = comfyWireSchema.safeParse(importedModel(settings, request.model)?.wire).data
  if (!wire) return request
  return { ...request, params: { ...request.params, [workflowName]: wire.workflow } }
}

async function readVersion(http: ServiceHttp, signal: AbortSignal): Promise<string> {
  const stats = statsSchema.safeParse(await http.json('/system_stats', { signal })).data
  if (stats) return `ComfyUI ${stats.system.comfyui_version ?? ''}`.trim()
  throw new HttpError('provider_failed', `${http.service.title} is not a ComfyUI server.`)
}

const workflowModel = (provider: string): Model3d => ({
  id: `${provider}/${workflowName}`,
  name: 'ComfyUI workflow',
  provider,
  kind: '3d',
  description: 'Runs a workflow of yours and keeps the model that it saves.',
  limits: 'The workflow has to end in a node that saves a model, such as SaveGLB.',
  paramSchema: params,
})

const getClientId = ({ taskId }: GenerationRequest): string => `bozzetto-${taskId}`

const followed = (id: string, settings: ConnectionSettings, request: GenerationRequest) => ({
  id,
  clientId: getClientId(request),
  workflow: () => readWorkflow(withWorkflow(settings, request).params[workflowName]),
})

async function order(http: ServiceHttp, request: GenerationRequest, signal: AbortSignal) {
  // `fillWorkflow` throws for an invalid workflow before anything is uploaded.
  fillWorkflow(request.params, new Map(request.pictures.map(({ path }) => [path, ''])))
  const pictures = new Map<string, string>()
  for (const picture of request.pictures) {
    pictures.set(picture.path, await upload(http, picture, signal))
  }
  const prompt = fillWorkflow(request.params, pictures)
  const body = new Blob(await encodeJson({ prompt, client_id: getClientId(request) }))
  return orderOnce(
    http,
    { path: '/prompt', body, signal, timeoutMs: orderTimeoutMs },
    { idOf: (answer) => queuedSchema.safeParse(answer).data?.prompt_id },
  )
}

async function upload(http: ServiceHttp, picture: InputPicture, signal: AbortSignal) {
  const body = new FormData()
  const { type } = toFile(picture)
  const name = `${picture.sha256.slice(0, 16)}.${type.split('/')[1] ?? 'png'}`
  body.set('image', new File([toFile(picture)], name, { type }))
  body.set('subfolder', 'bozzetto')
  body.set('type', 'input')
  body.set('overwrite', 'true')
  const options = { method: 'POST', body, signal, timeoutMs: uploadTimeoutMs }
  const uploaded = comfyUploadSchema.safeParse(await http.json('/upload/image', options)).data
  if (uploaded) return uploaded.subfolder ? `${uploaded.subfolder}/${uploaded.name}` : uploaded.name
  throw new HttpError('provider_failed', `${http.service.title} did not take the picture.`)
}

async function look(
  http: ServiceHttp,
  id: string,
  { output, signal }: { output: string | undefined; signal: AbortSignal },
): Promise<TaskLook> {
  const path = `/history/${encodeURIComponent(id)}`
  const entry = ownValue(await readTask(http, path, { schema: historySchema, signal }), id)
  if (entry) {
    const { status_str: status = 'success', messages = [] } = entry.status ?? {}
    if (status === 'success') {
      const saved = [getChosenOutput(entry.outputs, output), entry.outputs]
      return { state: 'done', results: saved.flatMap((outputs) => savedModels(outputs)) }
    }
    throw taskFailed(http, errorIn(messages), 'stopped the workflow.')
  }
  const queue = await readTask(http, '/queue', { schema: queueSchema, signal })
  const at = queue.queue_pending.findIndex((waiting) => waiting[1] === id)
  if (at >= 0) return { state: 'waiting', ahead: at + queue.queue_running.length }
  if (queue.queue_running.some((running) => running[1] === id)) return { state: 'running' }
  // The history is read again, because the prompt may have ended after the first read. If the
  // history still lacks the prompt, a restart of ComfyUI has lost it.
  const again = ownValue(await readTask(http, path, { schema: historySchema, signal }), id)
  if (again) return { state: 'running' }
  throw new HttpError('not_found', `${http.service.title} no longer knows this task.`)
}

export const comfyKind: ProviderKind = {
  id: 'comfyui',
  name: 'ComfyUI',
  about: 'Your own workflows, on your own graphics card.',
  offers: ['3d'],
  group: 'local',
  address: { default: root, example: root },
  takesHeaders: true,
  secrets: [],
  localMarks: [
    {
      origin: root,
      path: '/system_stats',
      isIt: (answer) => statsSchema.safeParse(answer).data?.system.comfyui_version !== undefined,
    },
  ],
  imports: { label: 'Workflow', example: 'workflow_api.json', isFile: true },
  connect: (settings) => connectComfy(settings),
}

import { z } from 'zod'
import { encodeJson } from '../../json/encode-json.ts'
import type { GenerationRequest, ReadSourceFile } from '../../ports/generation-provider.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { createAccount } from '../service/account.ts'
import { bearer, connectService, type Tuning } from '../service/connect-service.ts'
import { findResults } from '../service/find-results.ts'
import { hostModels } from '../service/host-model.ts'
import { orderOnce } from '../service/order-once.ts'
import { fillPictures, toDataUrl } from '../service/picture-data.ts'
import { readTask } from '../service/read-task.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { stepsAfter } from '../service/step-schema.ts'
import { createTaskProvider, taskFailed, type TaskLook } from '../service/task-provider.ts'
import { meshyModels } from './meshy-models.ts'
import { toPrintNotes } from './print-notes.ts'
import { analyzed, meshySteps, createMeshyStepBody, toMeshyTaskPath } from './meshy-steps.ts'

const root = 'https://api.meshy.ai'
/** Maximum number of concurrent tasks in Meshy's smallest plan. */
const tasksMax = 10

const orderedSchema = z.looseObject({ result: z.string().regex(/^[\w-]{1,200}$/) })

const taskSchema = z.looseObject({
  status: z.string(),
  progress: z.number().min(0).max(100).optional().catch(undefined),
  preceding_tasks: z.number().int().nonnegative().nullish().catch(undefined),
  model_urls: z.unknown().optional(),
  printability: z.unknown().optional(),
  result: z.unknown().optional(),
  task_error: z
    .looseObject({ message: z.string().catch('') })
    .nullish()
    .catch(undefined),
  consumed_credits: z.number().nonnegative().nullish().catch(undefined),
  seed: z.number().int().nullish().catch(undefined),
})

const toPath = (model: string, id: string): string =>
  `${toMeshyTaskPath(model)}/${encodeURIComponent(id)}`

export function connectMeshy(
  settings: ConnectionSettings,
  { pollMs, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, headers: bearer(settings), tuning })
  const { readAccount, checkKeys } = createAccount(http, '/openapi/v1/balance', { at: ['balance'] })
  return {
    url: http.root,
    generation: createTaskProvider({
      http,
      concurrency: tasksMax,
      isListBuiltIn: true,
      listModels: () => hostModels(settings.service.id, meshyModels, 'meshy'),
      order: (request, signal) => order(http, request, signal),
      look: (id, { model, source }, signal) =>
        look(http, toPath(model, id), { signal, readFile: source?.readFile }),
      cancel: (id, { model }, signal) => http.send(toPath(model, id), { method: 'DELETE', signal }),
      readAccount,
      steps: ({ model }) => Promise.resolve(stepsAfter(settings.service.id, meshySteps, model)),
      allowedHosts: settings.allowedHosts,
      pollMs,
      idleMs,
    }),
    checkKeys,
  }
}

async function order(http: ServiceHttp, request: GenerationRequest, signal: AbortSignal) {
  const params = await fillPictures(request, (picture) => toDataUrl(picture))
  const { model, source } = request
  const preview = model === 'v2/text-to-3d' ? { mode: 'preview' } : {}
  const sent = source
    ? createMeshyStepBody(model, params, source.upstreamId)
    : { ...preview, ...params }
  const body = new Blob(await encodeJson(sent))
  return orderOnce(
    http,
    { path: toMeshyTaskPath(model), body, signal },
    { idOf: (answer) => orderedSchema.safeParse(answer).data?.result },
  )
}

async function look(
  http: ServiceHttp,
  path: string,
  { signal, readFile }: { signal: AbortSignal; readFile?: ReadSourceFile | undefined },
): Promise<TaskLook> {
  const task = await readTask(http, path, { schema: taskSchema, signal })
  switch (task.status) {
    case 'SUCCEEDED':
      return {
        state: 'done',
        results: [
          ...findResults(task.model_urls, ['glb']),
          ...findResults(task.result, ['rigged_character_glb_url', 'animation_glb_url']),
        ],
        ...(typeof task.consumed_credits === 'number' && { cost: String(task.consumed_credits) }),
        ...(typeof task.seed === 'number' && { seed: task.seed }),
        // The print check makes no new model. Its result is the checked model with notes.
        ...(path.startsWith(toMeshyTaskPath(analyzed)) && {
          warnings: toPrintNotes(task.printability),
          file: readFile,
        }),
      }
    case 'FAILED':
    case 'EXPIRED':
      throw taskFailed(http, task.task_error?.message ?? '', {
        sentence: 'could not make this model; nothing is charged.',
        isRefunded: true,
      })
    case 'CANCELED':
    case 'CANCELLED':
      throw taskFailed(
        http,
        task.task_error?.message ?? '',
        'says that this task was cancelled there.',
      )
    case 'PENDING':
      return { state: 'waiting', ahead: task.preceding_tasks ?? undefined }
    default:
      return {
        state: 'running',
        ...(task.progress !== undefined && { progress: task.progress / 100 }),
        // Meshy reports at least 95 % for up to two minutes.
        ...((task.progress ?? 0) >= 95 && { doing: 'almost done' }),
      }
  }
}

export const meshyKind: ProviderKind = {
  id: 'meshy',
  name: 'Meshy',
  about: 'Textured models from pictures; needs a paid plan.',
  offers: ['3d'],
  group: 'cloud',
  secrets: [{ id: 'key', label: 'API key', isRequired: true, placeholder: 'msy_…' }],
  keyUrl: 'https://www.meshy.ai/settings/api',
  connect: (settings) => connectMeshy(settings),
}

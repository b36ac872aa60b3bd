import { z } from 'zod'
import { isRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { GenerationRequest, InputPicture } from '../../ports/generation-provider.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { quote, wordsIn } from '../openai/upstream-words.ts'
import { createAccount } from '../service/account.ts'
import { bearer, connectService, type Tuning } from '../service/connect-service.ts'
import { hostModels } from '../service/host-model.ts'
import { orderOnce } from '../service/order-once.ts'
import { extensionOf, fillPictures, toFile } from '../service/picture-data.ts'
import { readTask } from '../service/read-task.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { createTaskProvider, taskFailed, type TaskLook } from '../service/task-provider.ts'
import { stepsAfter } from '../service/step-schema.ts'
import { stepOrder, tripoSteps } from './tripo-steps.ts'
import { tripoModels } from './tripo-models.ts'

/** Keys of the Chinese service belong to `api.tripo3d.com`. */
const root = 'https://api.tripo3d.ai'
const base = '/v2/openapi'
/** Together with the order below what the caller of `submit` waits. */
const uploadTimeoutMs = 25_000
const orderTimeoutMs = 30_000
/** Accounts may have ten under way at once. */
const tasksMax = 10

const uploadedSchema = z.looseObject({ data: z.looseObject({ image_token: z.string().min(1) }) })
const orderedSchema = z.looseObject({
  data: z.looseObject({ task_id: z.string().regex(/^[\w-]{1,200}$/) }),
})
const addressSchema = z.string().optional().catch(undefined)
const taskSchema = z.looseObject({
  data: z.looseObject({
    status: z.string(),
    progress: z.number().min(0).max(100).optional().catch(undefined),
    queuing_num: z.number().optional().catch(undefined),
    output: z
      .looseObject({ pbr_model: addressSchema, model: addressSchema, base_model: addressSchema })
      .nullish()
      .catch(undefined),
    error_msg: z.string().nullish().catch(undefined),
    consumed_credit: z.number().nonnegative().nullish().catch(undefined),
  }),
})

export function connectTripo(
  settings: ConnectionSettings,
  { pollMs, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, headers: bearer(settings), tuning })
  const { readAccount, checkKeys } = createAccount(http, `${base}/user/balance`, {
    at: ['data', 'balance'],
  })
  return {
    url: http.root,
    generation: createTaskProvider({
      http,
      concurrency: tasksMax,
      isListBuiltIn: true,
      listModels: () => hostModels(settings.service.id, tripoModels),
      order: (request, signal) => order(http, request, signal),
      look: (id, _request, signal) => look(http, id, signal),
      readAccount,
      steps: ({ model }) => Promise.resolve(stepsAfter(settings.service.id, tripoSteps, model)),
      allowedHosts: settings.allowedHosts,
      pollMs,
      idleMs,
    }),
    checkKeys,
  }
}

async function order(http: ServiceHttp, request: GenerationRequest, signal: AbortSignal) {
  const params = await fillPictures(request, async (picture) => ({
    type: extensionOf(picture.mimeType),
    file_token: await upload(http, picture, signal),
  }))
  const { model, source } = request
  const body = source ? stepOrder(model, params, source.upstreamId) : params
  return orderOnce(
    http,
    { path: `${base}/task`, body: JSON.stringify(body), signal, timeoutMs: orderTimeoutMs },
    {
      idOf: (answer, requestId) => {
        const id = orderedSchema.safeParse(answer).data?.data.task_id
        const said = isRecord(answer) ? answer['message'] : undefined
        const code = isRecord(answer) ? answer['code'] : undefined
        if (id !== undefined || typeof code !== 'number' || code === 0) return id
        throw refusedFor(http, {
          number: String(code),
          said: typeof said === 'string' ? said : '',
          id: requestId,
        })
      },
      refused: ({ response, text, requestId }) => {
        const { code, said } = wordsIn(text)
        if (response.status === 401 || !(code in reasons)) return undefined
        return refusedFor(http, { number: code, said, id: requestId })
      },
    },
  )
}

async function upload(http: ServiceHttp, picture: InputPicture, signal: AbortSignal) {
  const body = new FormData()
  body.set('file', toFile(picture))
  const answer = await http.json(`${base}/upload`, {
    method: 'POST',
    body,
    signal,
    timeoutMs: uploadTimeoutMs,
  })
  const token = uploadedSchema.safeParse(answer).data?.data.image_token
  if (token !== undefined) return token
  throw new HttpError('provider_failed', `${http.service.title} did not take the picture.`)
}

/** What Tripo's numbers mean, in words that follow its name. */
const reasons: Readonly<
  Record<string, [code: 'provider_refused' | 'rate_limited' | 'bad_picture', sentence: string]>
> = {
  1007: ['rate_limited', 'is limiting requests. Try again later.'],
  2000: ['rate_limited', 'has too many tasks of this account under way. Try again later.'],
  2003: ['bad_picture', 'found the picture empty.'],
  2004: ['bad_picture', 'does not take this kind of picture. Use PNG, JPEG or WebP.'],
  2008: ['provider_refused', 'refused because its content filter objected.'],
  2010: ['provider_refused', 'refused because the account has no credits left.'],
}

function refusedFor(
  { service, secrets }: ServiceHttp,
  { number, said, id }: { number: string; said: string; id: string },
) {
  const [code, sentence] = reasons[number] ?? ['provider_refused', `refused the task (${number}).`]
  return new HttpError(code, `${service.title} ${sentence}${quote(said, secrets)}`, {
    upstreamRequestId: id,
  })
}

/** Beyond these, a task ends only with `success`. */
const ends: Readonly<Record<string, string>> = {
  failed: 'could not make this model; its credits are given back.',
  banned: 'stopped this task because its content filter objected.',
  expired: 'no longer has this task.',
  cancelled: 'says that this task was cancelled there.',
  unknown: 'cannot say what became of this task.',
}

async function look(http: ServiceHttp, id: string, signal: AbortSignal): Promise<TaskLook> {
  const path = `${base}/task/${encodeURIComponent(id)}`
  const { data: task } = await readTask(http, path, { schema: taskSchema, signal })
  const sentence = ends[task.status]
  if (sentence !== undefined) throw taskFailed(http, task.error_msg ?? '', sentence)
  if (task.status === 'queued') return { state: 'waiting', ahead: task.queuing_num }
  if (task.status !== 'success') {
    return { state: 'running', progress: task.progress && task.progress / 100 }
  }
  const { pbr_model, model, base_model } = task.output ?? {}
  return {
    state: 'done',
    // Each read gives new addresses, which live for minutes.
    results: [pbr_model, model, base_model].filter((address) => address !== undefined),
    ...(typeof task.consumed_credit === 'number' && { cost: String(task.consumed_credit) }),
  }
}

export const tripoKind: ProviderKind = {
  id: 'tripo',
  name: 'Tripo',
  about: 'Textured models from pictures, views and descriptions.',
  offers: ['3d'],
  group: 'cloud',
  address: { default: root, example: 'https://api.tripo3d.ai' },
  secrets: [{ id: 'key', label: 'API key', isRequired: true, placeholder: 'tsk_…' }],
  keyUrl: 'https://platform.tripo3d.ai/api-keys',
  connect: (settings) => connectTripo(settings),
}

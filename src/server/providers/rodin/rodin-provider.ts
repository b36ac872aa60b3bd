import { z } from 'zod'
import type { Model3d } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { GenerationRequest } from '../../ports/generation-provider.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { quote } from '../openai/upstream-words.ts'
import { createAccount } from '../service/account.ts'
import { bearer, connectService, type Tuning } from '../service/connect-service.ts'
import { orderOnce } from '../service/order-once.ts'
import { toFile } from '../service/picture-data.ts'
import { taskIn } from '../service/read-task.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { createTaskProvider, taskFailed, type TaskLook } from '../service/task-provider.ts'
import { rodinSchema } from './rodin-schema.ts'

const root = 'https://api.hyper3d.com'
const tasksMax = 4
/** Matches Rodin's public demo key. Everybody can read the results of tasks with this key. */
const sharedKey = /^vibecoding$/i

const orderedSchema = z.looseObject({
  error: z.string().nullish(),
  message: z.string().nullish(),
  uuid: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .nullish()
    .catch(undefined),
  jobs: z
    .looseObject({ subscription_key: z.string().min(1).max(2_000) })
    .nullish()
    .catch(undefined),
})
const statusSchema = z.looseObject({
  jobs: z.array(z.looseObject({ status: z.string() })).min(1),
})
const filesSchema = z.looseObject({
  list: z.array(z.looseObject({ name: z.string(), url: z.string() })),
})

export function connectRodin(
  settings: ConnectionSettings,
  { pollMs, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, headers: bearer(settings), tuning })
  const account = createAccount(http, '/api/v2/check_balance', { at: ['balance'] })
  return {
    url: http.root,
    generation: createTaskProvider({
      http,
      concurrency: tasksMax,
      isListBuiltIn: true,
      listModels: () => Promise.resolve(listRodinModels(settings.service.id)),
      order: (request, signal) => {
        refuseSharedKey(settings)
        return order(http, request, signal)
      },
      look: (id, _request, signal) => look(http, id, signal),
      readAccount: account.readAccount,
      allowedHosts: settings.allowedHosts,
      pollMs,
      idleMs,
    }),
    checkKeys: (signal) => {
      refuseSharedKey(settings)
      return account.checkKeys(signal)
    },
  }
}

function refuseSharedKey({ service, secrets }: ConnectionSettings): void {
  if (!sharedKey.test(secrets['key'] ?? '')) return
  throw new HttpError(
    'provider_refused',
    `This is the key of public demos. Enter one of your own account in ${service.keySetting}.`,
    { isAboutKey: true },
  )
}

const listRodinModels = (provider: string): Model3d[] => [
  {
    id: `${provider}/gen-2.5`,
    name: 'Rodin Gen-2.5',
    provider,
    kind: '3d',
    description: 'Production models in five tiers, from up to five pictures or a description.',
    paramSchema: rodinSchema('gen-2.5'),
  },
  {
    id: `${provider}/gen-2`,
    name: 'Rodin Gen-2',
    provider,
    kind: '3d',
    description: 'Production models from up to five pictures or a description.',
    paramSchema: rodinSchema('gen-2'),
  },
]

function getForm({ model, params, pictures }: GenerationRequest): FormData {
  const form = new FormData()
  form.set('tier', model === 'gen-2' ? 'Gen-2' : 'Gen-2.5-Medium')
  for (const picture of pictures) form.append('images', toFile(picture))
  for (const [name, value] of Object.entries(params)) {
    if (name === 'images') continue
    if (Array.isArray(value)) form.set(name, JSON.stringify(value))
    else if (['string', 'number', 'boolean'].includes(typeof value)) form.set(name, String(value))
  }
  return form
}

const order = (http: ServiceHttp, request: GenerationRequest, signal: AbortSignal) =>
  orderOnce(
    http,
    { path: '/api/v2/rodin', body: getForm(request), signal },
    {
      idOf: (answer, requestId) => {
        const { error, message, uuid, jobs } = orderedSchema.safeParse(answer).data ?? {}
        // A task has one id for its status and another id for its download, so both are stored.
        if (uuid && jobs) return `${uuid} ${jobs.subscription_key}`
        if (!error) return undefined
        const said = quote(message || error, http.secrets)
        throw new HttpError('provider_refused', `${http.service.title} refused the task.${said}`, {
          upstreamRequestId: requestId,
        })
      },
    },
  )

async function look(http: ServiceHttp, id: string, signal: AbortSignal): Promise<TaskLook> {
  const [uuid = '', key = ''] = id.split(' ')
  const post = (path: string, body: object) =>
    http.ask(path, { method: 'POST', body: JSON.stringify(body), signal })
  const { jobs } = taskIn(
    http,
    statusSchema,
    await post('/api/v2/status', { subscription_key: key }),
  )
  if (jobs.some(({ status }) => status === 'Failed')) throw taskFailed(http, '')
  const done = jobs.filter(({ status }) => status === 'Done').length
  if (done < jobs.length) {
    const isWaiting = jobs.every(({ status }) => status === 'Waiting')
    return isWaiting ? { state: 'waiting' } : { state: 'running', progress: done / jobs.length }
  }
  const { list } = taskIn(http, filesSchema, await post('/api/v2/download', { task_uuid: uuid }))
  const files = list.toSorted((a, b) => rank(a.name) - rank(b.name))
  return {
    state: 'done',
    results: files.filter(({ name }) => rank(name) < 9).map(({ url }) => url),
  }
}

const rank = (name: string): number =>
  [/\.glb$/i, /\.(?:fbx|obj|stl|usdz)$/i].findIndex((ending) => ending.test(name)) + 1 || 9

export const rodinKind: ProviderKind = {
  id: 'hyper3d',
  name: 'Hyper3D Rodin',
  about: 'Production-ready models from pictures or a description.',
  offers: ['3d'],
  group: 'cloud',
  secrets: [{ id: 'key', label: 'API key', isRequired: true }],
  keyUrl: 'https://hyper3d.ai/api-dashboard',
  connect: (settings) => connectRodin(settings),
}

import { z } from 'zod'
import { asRecord, isRecord } from '#lib/fields.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { GenerationRequest } from '../../ports/generation-provider.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { quote } from '../openai/upstream-words.ts'
import { connectService, type Tuning } from '../service/connect-service.ts'
import { hostModels, type HostModel } from '../service/host-model.ts'
import { orderOnce } from '../service/order-once.ts'
import { fillPictures, toBase64 } from '../service/picture-data.ts'
import { taskIn, unknownTask } from '../service/read-task.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { createTaskProvider, taskFailed, type TaskLook } from '../service/task-provider.ts'
import { signTencent } from './sign.ts'

/** URL of the international site. The Chinese site is `ai3d.tencentcloudapi.com`. */
const root = 'https://hunyuan.intl.tencentcloudapi.com'
const contentType = 'application/json'
const tasksMax = 3

const sites = {
  international: { service: 'hunyuan', version: '2023-09-01', region: 'ap-singapore' },
  chinese: { service: 'ai3d', version: '2025-05-13', region: 'ap-guangzhou' },
}

export const tencentModels: readonly HostModel[] = [
  {
    model: 'hunyuan-to-3d-pro',
    name: 'Hunyuan3D Pro',
    description: 'Very detailed models from a picture, views, a description or a sketch.',
    load: () => import('../../models/hosts/hunyuan3d-tencentcloud-pro.json'),
  },
]

const answerSchema = z.looseObject({
  Response: z.looseObject({
    Error: z
      .looseObject({ Code: z.string().catch(''), Message: z.string().catch('') })
      .optional()
      .catch(undefined),
    JobId: z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .optional()
      .catch(undefined),
    Status: z.string().optional(),
    ErrorCode: z.string().nullish().catch(undefined),
    ErrorMessage: z.string().nullish().catch(undefined),
    ResultFile3Ds: z
      .array(z.looseObject({ Type: z.string().catch(''), Url: z.string() }))
      .nullish()
      .catch(undefined),
  }),
})
type CloudError = { Code: string; Message: string }

type Sign = (action: string, body: string) => Record<string, string>

export function connectTencent(
  settings: ConnectionSettings,
  { pollMs, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, tuning })
  const { host } = new URL(http.root)
  const site = host.startsWith('ai3d.') ? sites.chinese : sites.international
  const { secretId = '', secretKey = '' } = settings.secrets
  const sign: Sign = (action, body) => {
    const timestamp = Math.floor(Date.now() / 1000)
    const { service, version, region } = site
    const call = { secretId, secretKey, host, service, contentType, body, timestamp }
    return {
      Authorization: signTencent(call),
      'Content-Type': contentType,
      'X-TC-Action': action,
      'X-TC-Version': version,
      'X-TC-Region': region,
      'X-TC-Timestamp': String(timestamp),
    }
  }
  return {
    url: http.root,
    generation: createTaskProvider({
      http,
      concurrency: tasksMax,
      isListBuiltIn: true,
      listModels: () => hostModels(settings.service.id, tencentModels, 'tencent'),
      order: (request, signal) => order(http, sign, { request, signal }),
      look: (id, _request, signal) => look(http, sign, { id, signal }),
      allowedHosts: settings.allowedHosts,
      pollMs,
      idleMs,
    }),
    checkKeys: async (signal) => {
      // The key check queries a task that does not exist, because no request is free. An error
      // about the task shows that the key was accepted. Inferred, not documented.
      const { Error: error } = await query(http, sign, { id: '0', signal })
      if (error?.Code.startsWith('AuthFailure')) throw refusedFor(http, error)
      return 'Accepted.'
    },
  }
}

async function order(
  http: ServiceHttp,
  sign: Sign,
  { request, signal }: { request: GenerationRequest; signal: AbortSignal },
): Promise<string> {
  const filled = await fillPictures(request, (picture) => Promise.resolve(toBase64(picture)))
  const body = JSON.stringify(
    toBase64Names(filled, new Set(request.pictures.map(({ path }) => path))),
  )
  const headers = sign('SubmitHunyuanTo3DProJob', body)
  return orderOnce(
    http,
    { path: '/', body, headers, signal },
    {
      idOf: (answer) => {
        const { Error: error, JobId: id } = answerSchema.safeParse(answer).data?.Response ?? {}
        if (!error) return id
        // The task may have been created before the internal error, so the outcome is unknown.
        if (error.Code.startsWith('InternalError')) return undefined
        throw refusedFor(http, error)
      },
    },
  )
}

function toBase64Names(params: Params, paths: ReadonlySet<string>): Params {
  const renamed = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item, at) => renamed(item, `${path}/${at}`))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const place = path === '' ? name : `${path}/${name}`
        return paths.has(place)
          ? [name.replace(/Url$/, 'Base64'), part]
          : [name, renamed(part, place)]
      }),
    )
  }
  return asRecord(renamed(params, ''))
}

function refusedFor({ service, secrets }: ServiceHttp, { Code, Message }: CloudError): HttpError {
  const said = quote(Message, secrets)
  if (Code.startsWith('AuthFailure')) {
    const sentence = `${service.title} does not accept the key. Check ${service.keySetting}.${said}`
    return new HttpError('provider_refused', sentence, { isAboutKey: true })
  }
  if (Code.startsWith('RequestLimitExceeded')) {
    const sentence = `${service.title} has too many tasks or requests of this account. Try again later.${said}`
    return new HttpError('rate_limited', sentence)
  }
  const isAboutBalance = /^ResourceInsufficient|Arrears|Balance/i.test(Code)
  const sentence = isAboutBalance
    ? 'refused because nothing is left on the account.'
    : 'refused the task.'
  return new HttpError('provider_refused', `${service.title} ${sentence}${said}`)
}

type Query = { id: string; signal: AbortSignal }

async function query(http: ServiceHttp, sign: Sign, { id, signal }: Query) {
  const body = JSON.stringify({ JobId: id })
  const headers = sign('QueryHunyuanTo3DProJob', body)
  const answer = await http.ask('/', { method: 'POST', body, headers, signal })
  return taskIn(http, answerSchema, answer).Response
}

async function look(http: ServiceHttp, sign: Sign, asked: Query): Promise<TaskLook> {
  const task = await query(http, sign, asked)
  const { Error: error, Status: status, ResultFile3Ds: files } = task
  if (error && /NotExist|NotFound/i.test(error.Code)) throw unknownTask(http)
  if (error && /^(?:InternalError|RequestLimit)/.test(error.Code)) {
    throw new HttpError('provider_failed', `${http.service.title} is having problems.`)
  }
  if (error) throw refusedFor(http, error)
  if (status === 'FAIL') throw taskFailed(http, task.ErrorMessage ?? task.ErrorCode ?? '')
  if (status === 'DONE') {
    const glbFirst = (files ?? []).toSorted(
      (a, b) => Number(b.Type === 'GLB') - Number(a.Type === 'GLB'),
    )
    return { state: 'done', results: glbFirst.map(({ Url }) => Url) }
  }
  if (status === undefined) {
    throw new HttpError('provider_failed', `${http.service.title} sent an unreadable task.`)
  }
  return { state: status === 'WAIT' ? 'waiting' : 'running' }
}

export const tencentKind: ProviderKind = {
  id: 'tencent-cloud',
  name: 'Tencent Hunyuan3D',
  about: 'Hunyuan3D, hosted by Tencent Cloud.',
  offers: ['3d'],
  group: 'cloud',
  address: { default: root, example: root },
  secrets: [
    { id: 'secretId', label: 'Secret ID', isRequired: true, placeholder: 'IKID…' },
    { id: 'secretKey', label: 'Secret key', isRequired: true },
  ],
  keyUrl: 'https://console.tencentcloud.com/cam/capi',
  connect: (settings) => connectTencent(settings),
}

import type { GenerationProvider, GenerationRequest } from '../../ports/generation-provider.ts'
import type {
  ConnectedProvider,
  ConnectionSettings,
  ProviderKind,
} from '../../ports/provider-kind.ts'
import { remember } from '../remember.ts'
import { createAccount } from '../service/account.ts'
import { bearer, connectService, type Tuning } from '../service/connect-service.ts'
import type { DownloadedResult } from '../service/download-result.ts'
import { createHeldOrders } from '../service/held-orders.ts'
import { hostModels, type HostModel } from '../service/host-model.ts'
import { toFile } from '../service/picture-data.ts'
import { requestModel } from '../service/request-model.ts'
import type { ServiceHttp } from '../service/service-http.ts'

const root = 'https://api.stability.ai'
/**
 * Maximum wait for a model, which takes up to half a minute. The model is billed even if the
 * response is not read.
 */
const limitMs = 5 * 60_000
const tasksMax = 4
const accountTimeoutMs = 10_000

export const stabilityModels: readonly HostModel[] = [
  {
    model: 'stable-point-aware-3d',
    name: 'Stable Point Aware 3D',
    description: 'A quick textured model from one picture, its back included.',
    expectedSeconds: 15,
    load: () => import('../../models/hosts/spar3d-stability.json'),
  },
  {
    model: 'stable-fast-3d',
    name: 'Stable Fast 3D',
    description: 'The quickest textured model from one picture.',
    expectedSeconds: 8,
    load: () => import('../../models/hosts/sf3d-stability.json'),
  },
]

/**
 * Connects Stability AI. The response to a request is the finished model. A lost response is still
 * billed.
 */
export function connectStability(
  settings: ConnectionSettings,
  tuning: Tuning = {},
): ConnectedProvider {
  const http = connectService(settings, { root, headers: bearer(settings), tuning })
  const { readAccount, checkKeys } = createAccount(http, '/v1/user/balance', { at: ['credits'] })
  const orders = createHeldOrders<DownloadedResult>(http.service)
  const generation: GenerationProvider = {
    id: settings.service.id,
    concurrency: tasksMax,
    isListBuiltIn: true,
    listModels: () => hostModels(settings.service.id, stabilityModels, 'stability'),
    timeLimitMs: () => limitMs,
    readAccount: remember(() => readAccount(AbortSignal.timeout(accountTimeoutMs))),
    submit: async (request) => {
      const upstreamId = `held-${request.taskId}`
      await orders.begin(upstreamId, buy(http, request))
      return { upstreamId }
    },
    produce: async ({ upstreamId = '', params }, report, signal) => {
      report({ stage: `${settings.service.title} is making the model` })
      const { bytes, kind } = await orders.take(upstreamId, signal)
      const seed = params['seed']
      return {
        bytes,
        mimeType: kind.mimeType,
        fileName: `model.${kind.extension}`,
        ...(typeof seed === 'number' && { seed }),
      }
    },
  }
  return { url: http.root, generation, checkKeys }
}

/** Orders a model. The request is never aborted, because it may be billed from the first byte. */
const buy = (http: ServiceHttp, request: GenerationRequest): Promise<DownloadedResult> =>
  requestModel(http, {
    path: `/v2beta/3d/${encodeURIComponent(request.model)}`,
    body: getForm(request),
    limitMs,
    isBought: true,
    signal: new AbortController().signal,
  })

function getForm({ params, pictures }: GenerationRequest): FormData {
  const form = new FormData()
  const places = new Map(pictures.map((picture) => [picture.path, picture]))
  for (const [name, value] of Object.entries(params)) {
    const picture = places.get(name)
    if (picture) form.set(name, toFile(picture))
    else if (['string', 'number', 'boolean'].includes(typeof value)) form.set(name, String(value))
  }
  return form
}

export const stabilityKind: ProviderKind = {
  id: 'stability',
  name: 'Stability AI',
  about: 'Quick textured models from one picture.',
  offers: ['3d'],
  group: 'cloud',
  secrets: [{ id: 'key', label: 'API key', isRequired: true, placeholder: 'sk-…' }],
  keyUrl: 'https://platform.stability.ai/account/keys',
  connect: (settings) => connectStability(settings),
}

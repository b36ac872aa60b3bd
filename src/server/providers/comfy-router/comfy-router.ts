import { setTimeout as sleep } from 'node:timers/promises'
import { asText, isRecord } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { encodeJson } from '../../json/encode-json.ts'
import { HttpError } from '../../errors/http-error.ts'
import { isModelRetired } from '../../models/retired/hide-retired.ts'
import type {
  GenerationProvider,
  GenerationRequest,
  GenerationResult,
} from '../../ports/generation-provider.ts'
import {
  importedModel,
  type ConnectedProvider,
  type ConnectionSettings,
  type ProviderKind,
} from '../../ports/provider-kind.ts'
import { refusal, retryAfter } from '../openai/upstream-errors.ts'
import { wordsIn } from '../openai/upstream-words.ts'
import { connectService, type Tuning } from '../service/connect-service.ts'
import { downloadResult } from '../service/download-result.ts'
import { getChosenOutput, findResults } from '../service/find-results.ts'
import { uncertain } from '../service/order-once.ts'
import { fillPictures, toDataUrl } from '../service/picture-data.ts'
import type { ServiceAnswer, ServiceHttp } from '../service/service-http.ts'
import { taskFailed } from '../service/task-provider.ts'
import { readRouterModel } from './comfy-router-import.ts'

const root = 'https://api.comfy.org'
/** Maximum wait for a response. The router itself closes a connection after ten minutes. */
const holdMs = 11 * 60_000
const timeLimitMs = 30 * 60_000
const usualPauseMs = 5_000
const repeatsMax = 20
const tasksMax = 4

/**
 * Connects Comfy Router, which offers models of many vendors with one key. The response to a
 * request is the finished model. A lost response is requested again with the same
 * `Idempotency-Key`, which the router does not charge twice within 24 hours.
 */
export function connectComfyRouter(
  settings: ConnectionSettings,
  { pollMs = usualPauseMs, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const headers = { 'X-API-Key': settings.secrets['key'] ?? '' }
  const http = connectService(settings, { root, headers, tuning })
  const generation: GenerationProvider = {
    id: settings.service.id,
    concurrency: tasksMax,
    isListBuiltIn: true,
    listModels: () => Promise.resolve([]),
    timeLimitMs: () => timeLimitMs,
    // The response contains the finished model, so `produce` sends the request instead of `submit`.
    submit: async ({ taskId, model }) => {
      if (!isModelRetired(model, { service: 'comfy' })) return { upstreamId: taskId }
      const { title } = settings.service
      throw new HttpError('unknown_model', `${title} retired this model. Choose another one.`)
    },
    produce: async ({ upstreamId, ...request }, report, signal) => {
      report({ stage: `${settings.service.title} is making the model` })
      const key = upstreamId ?? request.taskId
      const answer = await collect(http, request, { key, pauseMs: pollMs, signal })
      const output = getChosenOutput(
        http.jsonOf(answer),
        importedModel(settings, request.model)?.output,
      )
      const [address] = findResults(output, ['model_url', 'glb', 'pbr_model', 'model'])
      if (address === undefined) {
        throw taskFailed(http, '', 'reported success, but its answer has no model.')
      }
      report({ stage: 'Downloading the model' })
      const rules = { allowedHosts: settings.allowedHosts, ...(idleMs && { timeoutMs: idleMs }) }
      const { bytes, kind } = await downloadResult(address, signal, rules)
      return toResult(answer, {
        bytes,
        mimeType: kind.mimeType,
        fileName: `model.${kind.extension}`,
      })
    },
  }
  return {
    url: http.root,
    generation,
    importer: { read: (source, { signal }) => readRouterModel(http, source, signal) },
    checkKeys: async (signal) => {
      await http.json('/v2/models?limit=1', { signal })
      return 'Accepted.'
    },
  }
}

type Collecting = { key: string; pauseMs: number; signal: AbortSignal }

async function collect(
  http: ServiceHttp,
  request: GenerationRequest,
  { key, pauseMs, signal }: Collecting,
): Promise<ServiceAnswer> {
  const params = await fillPictures(request, (picture) => toDataUrl(picture))
  const body = new Blob(await encodeJson(params))
  const path = `/v2/models/${request.model}`
  for (let attempt = 1; ; attempt++) {
    let answer: ServiceAnswer | undefined
    try {
      const headers = { 'Idempotency-Key': key }
      answer = await http.send(path, { method: 'POST', body, headers, signal, timeoutMs: holdMs })
    } catch (error) {
      signal.throwIfAborted()
      if (attempt >= repeatsMax) throw uncertain(http.service, key, error)
    }
    if (answer?.response.ok) return answer
    if (answer && (!isUnfinished(answer) || attempt >= repeatsMax)) throw getFailure(http, answer)
    const askedMs = (retryAfter(answer?.response.headers.get('retry-after') ?? null) ?? 0) * 1000
    await sleep(Math.max(pauseMs, askedMs), undefined, { signal })
  }
}

const kindOfError = ({ response }: ServiceAnswer) => response.headers.get('x-comfy-error-type')

/** Returns whether the first request may still be running, or the error is temporary. */
const isUnfinished = (answer: ServiceAnswer): boolean =>
  [409, 429, 502, 503, 504].includes(answer.response.status) ||
  ['concurrency_limit_exceeded', 'deadline_exceeded', 'provider_timeout'].includes(
    kindOfError(answer) ?? '',
  )

function getFailure(http: ServiceHttp, answer: ServiceAnswer): HttpError {
  const { response, text, requestId } = answer
  const { title } = http.service
  const sentences: Readonly<Record<string, string>> = {
    insufficient_credits: `${title} refused because the account has no credits left.`,
    content_policy_violation: `${title} refused because a content filter objected.`,
    model_not_found: `${title} does not have this model any more.`,
    not_enabled: `${title} has not enabled this for the account.`,
  }
  const sentence = ownValue(sentences, kindOfError(answer) ?? '')
  if (sentence !== undefined) {
    return new HttpError('provider_refused', sentence, { upstreamRequestId: requestId })
  }
  if (response.status === 422) return taskFailed(http, wordsIn(text).said, 'refused the settings.')
  return refusal(http.service, response, { text, secrets: http.secrets, requestId })
}

function toResult({ response, text }: ServiceAnswer, result: GenerationResult): GenerationResult {
  const credits = response.headers.get('x-comfy-credits-used') ?? ''
  const cost = /^\d{1,9}(?:\.\d{1,6})?$/.test(credits) ? { cost: credits } : {}
  const answer: unknown = JSON.parse(text)
  const version = isRecord(answer) ? asText(answer['model']) : undefined
  return { ...result, ...cost, ...(version !== undefined && { modelVersion: version }) }
}

export const comfyRouterKind: ProviderKind = {
  id: 'comfy-router',
  name: 'Comfy Router',
  about: '3D models of many makers behind one key; import those that you want.',
  offers: ['3d'],
  group: 'cloud',
  secrets: [{ id: 'key', label: 'API key', isRequired: true }],
  keyUrl: 'https://platform.comfy.org/profile/api-keys',
  imports: { label: 'Model name', example: 'tripo/v3.1-20260211-image-to-model', isFile: false },
  connect: (settings) => connectComfyRouter(settings),
}

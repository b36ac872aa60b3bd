import { encodeJson } from '../../json/encode-json.ts'
import { HttpError } from '../../errors/http-error.ts'
import { calculatePrice } from '#lib/params/price.ts'
import type { GenerationRequest, ProviderPrice } from '../../ports/generation-provider.ts'
import {
  importedModel,
  type ConnectedProvider,
  type ConnectionSettings,
} from '../../ports/provider-kind.ts'
import { refusal } from '../openai/upstream-errors.ts'
import { wordsIn } from '../openai/upstream-words.ts'
import { connectService, type Tuning } from '../service/connect-service.ts'
import { getChosenOutput, findResults } from '../service/find-results.ts'
import { hostModel, hostModels, readSchema } from '../service/host-model.ts'
import { getLastLine, progressInLog } from '../service/log-progress.ts'
import { orderOnce } from '../service/order-once.ts'
import { fillPictures, toDataUrl } from '../service/picture-data.ts'
import type { ServiceAnswer, ServiceHttp } from '../service/service-http.ts'
import { readTask } from '../service/read-task.ts'
import { createTaskProvider, taskFailed, type TaskLook } from '../service/task-provider.ts'
import { orderedSchema, outputSchema, pricingSchema, statusSchema } from './fal-answers.ts'
import { readFalModel } from './fal-import.ts'
import { falModels, falResultNames } from './fal-models.ts'

const queueRoot = 'https://queue.fal.run'
const apiRoot = 'https://api.fal.ai'
const siteRoot = 'https://fal.ai'

/** Maximum size of a picture as a data URI, because fal accepts requests of about 10 MB. */
const pictureBytesMax = 8 * 1024 * 1024
/** fal keeps results for one day (86,400 s), so that a restarted server can still download them. */
const lifecycle = JSON.stringify({ expiration_duration_seconds: 86_400 })
const priceMsMax = 5_000
/** Maximum number of concurrent tasks that fal allows for new accounts. */
const tasksMax = 10

export function connectFal(
  settings: ConnectionSettings,
  { pollMs, idleMs, ...tuning }: Tuning = {},
): ConnectedProvider {
  const headers = { Authorization: `Key ${settings.secrets['key'] ?? ''}` }
  const queue = connectService(settings, { root: queueRoot, headers, tuning })
  const api = connectService(settings, { root: apiRoot, headers, tuning })
  const site = connectService(settings, { root: siteRoot, tuning })
  return {
    url: queue.root,
    generation: createTaskProvider({
      http: queue,
      concurrency: tasksMax,
      isListBuiltIn: true,
      listModels: () => hostModels(settings.service.id, falModels, 'fal'),
      order: (request, signal) => order(queue, request, signal),
      look: (id, { model }, signal) => {
        const output = importedModel(settings, model)?.output
        const computeCost = (units: number) => readCost(api, { model, units, signal })
        return look(queue, requestPath(model, id), { output, costOf: computeCost, signal })
      },
      cancel: (id, { model }, signal) =>
        queue.send(`${requestPath(model, id)}/cancel`, { method: 'PUT', signal }),
      readPrice: (request, signal) => readPrice(api, request, signal),
      allowedHosts: settings.allowedHosts,
      pollMs,
      idleMs,
    }),
    importer: { read: (source, { signal }) => readFalModel({ api, site }, source, signal) },
    checkKeys: async (signal) => {
      await readPrices(api, falModels[0]?.model ?? '', signal)
      return 'Accepted.'
    },
  }
}

/** Submissions use the full model name, but polling uses only its first two segments. */
const requestPath = (model: string, id: string): string =>
  `/${model.split('/').slice(0, 2).join('/')}/requests/${encodeURIComponent(id)}`

async function order(
  http: ServiceHttp,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<string> {
  const params = await fillPictures(request, (picture) => toDataUrl(picture, pictureBytesMax))
  const body = new Blob(await encodeJson(params))
  const headers = { 'X-Fal-Object-Lifecycle-Preference': lifecycle, 'X-Fal-No-Retry': '1' }
  return orderOnce(
    http,
    { path: `/${request.model}`, body, headers, signal },
    {
      idOf: (answer) => orderedSchema.safeParse(answer).data?.request_id,
      refused: ({ response }) =>
        response.status === 404
          ? new HttpError('unknown_model', `${http.service.title} has no model ${request.model}.`)
          : undefined,
    },
  )
}

type LookOptions = {
  output: string | undefined
  costOf: (units: number) => Promise<string | undefined>
  signal: AbortSignal
}

async function look(
  http: ServiceHttp,
  path: string,
  { output: chosen, costOf, signal }: LookOptions,
): Promise<TaskLook> {
  const task = await readTask(http, `${path}/status?logs=1`, { schema: statusSchema, signal })
  const { status, queue_position: ahead, logs } = task
  if (status === 'IN_QUEUE') return { state: 'waiting', ahead }
  const log = (logs ?? []).map(({ message }) => message).join('\n')
  if (status !== 'COMPLETED') {
    return { state: 'running', progress: progressInLog(log), doing: getLastLine(log) }
  }
  // Failed tasks also have the status `COMPLETED`. Only the result contains the error.
  const result = await http.get(path, signal)
  if (!result.response.ok && isOfTask(result)) throw getFailure(http, result)
  const output = http.jsonOf(result)
  const { seed } = outputSchema.safeParse(output).data ?? {}
  // fal does not document this header. Without the header, the cost is unknown.
  const units = Number(result.response.headers.get('x-fal-billable-units') ?? Number.NaN)
  const cost = units >= 0 ? await costOf(units) : undefined
  return {
    state: 'done',
    results: findResults(getChosenOutput(output, chosen), falResultNames),
    ...(cost !== undefined && { cost }),
    ...(seed !== undefined && { seed }),
  }
}

const isOfTask = ({ response, text }: ServiceAnswer): boolean =>
  response.status === 422 ||
  response.headers.has('x-fal-error-type') ||
  (response.status !== 429 && response.status !== 401 && wordsIn(text).said !== '')

function getFailure(http: ServiceHttp, { response, text }: ServiceAnswer): HttpError {
  const { said } = wordsIn(text)
  if (response.status === 403) {
    return refusal(http.service, response, { text, secrets: http.secrets })
  }
  return taskFailed(http, said)
}

async function readPrices(http: ServiceHttp, model: string, signal: AbortSignal) {
  const path = `/v1/models/pricing?endpoint_id=${encodeURIComponent(model)}`
  return pricingSchema.safeParse(await http.json(path, { signal })).data?.prices
}

/**
 * Returns `undefined` if the price is not available. An error would fail a task that has succeeded.
 */
async function readCost(
  http: ServiceHttp,
  { model, units, signal }: { model: string; units: number; signal: AbortSignal },
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(priceMsMax)
  try {
    const prices = await readPrices(http, model, AbortSignal.any([signal, timeout]))
    const price = prices?.find(({ endpoint_id }) => endpoint_id === model)
    return price && String(Number((units * price.unit_price).toFixed(6)))
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/**
 * Returns `undefined` if fal's price of the model is not per result, or if an option costs extra.
 */
async function readPrice(
  http: ServiceHttp,
  { model, params }: GenerationRequest,
  signal: AbortSignal,
): Promise<ProviderPrice | undefined> {
  const known = hostModel(falModels, model)
  const rule = known && calculatePrice(await readSchema(known), params)
  if (rule && rule.parts.length > 1) return undefined
  const prices = await readPrices(http, model, signal)
  const price = prices?.find(({ endpoint_id }) => endpoint_id === model)
  if (!price || !/^(?:generation|model|request|3d model|unit)s?$/i.test(price.unit))
    return undefined
  return { amount: String(price.unit_price), currency: price.currency }
}

import type { Model3d } from '#contract/models.ts'
import { isRecord } from '#lib/params/param-schema.ts'
import { HttpError } from '../../errors.ts'
import { withValues } from '../../generation/picture-params.ts'
import { otherParamsName } from '../../models/generic-image-to-3d.ts'
import type { GenerationProvider, GenerationRequest } from '../generation-provider.ts'
import type { UpstreamService } from '../openai/upstream-errors.ts'
import { remember } from '../remember.ts'
import { modelFileOf, wordsOf, type GatewayTask } from './generation-answers.ts'
import { createGenerationClient, isPassing, quote } from './generation-client.ts'
import { gatewayModels } from './generation-models.ts'
import { toDataUrl } from './generation-pictures.ts'
import { downloadResult } from './generation-result.ts'

export type GatewayGenerationOptions = {
  /** The gateway's root, which has `/model` below it. */
  baseUrl: string
  apiKey: string
  concurrency?: number
  /** Between two looks at a task; for tests. */
  pollIntervalMs?: number
}

const listTimeoutMs = 10_000
/** Looks that may fail in one task before it is given up. */
const pollErrorsMax = 300
const pollDelayMsMax = 30_000
const retryAfterSecondsMax = 300
const downloadsMax = 4
/** What statuses beyond the documented two may end a task; waiting for more would be in vain. */
const failedStatuses = new Set(['failed', 'error', 'cancelled', 'canceled', 'expired', 'banned'])

/** The 3D models of a model gateway. Each task is created there once and then followed. */
export function createGatewayGenerationProvider({
  baseUrl,
  apiKey,
  concurrency = 4,
  pollIntervalMs = 3_000,
}: GatewayGenerationOptions): GenerationProvider {
  const root = baseUrl.replace(/\/+$/, '').replace(/\/(llm|model)$/, '')
  const service: UpstreamService = {
    id: 'gateway',
    title: `The gateway at ${new URL(root).host}`,
    urlVariable: 'BOZZETTO_GATEWAY_URL',
    urlExample: 'https://gateway.example.com',
    keyVariable: 'BOZZETTO_GATEWAY_KEY',
  }
  const client = createGenerationClient({ service, root: `${root}/model`, apiKey })

  /** @returns the task once it is completed. */
  async function follow(
    id: string,
    report: (task: GatewayTask) => void,
    signal: AbortSignal,
  ): Promise<GatewayTask> {
    let errors = 0
    let inARow = 0
    for (;;) {
      let retryAfterSeconds: number | undefined
      try {
        const task = await client.readTask(id, signal)
        inARow = 0
        report(task)
        if (task.status === 'completed') return task
        if (failedStatuses.has(task.status)) throw failed(service, task, apiKey)
      } catch (error) {
        signal.throwIfAborted()
        errors++
        inARow++
        if (!isPassing(error) || isFailedTask(error) || errors >= pollErrorsMax) throw error
        if (error instanceof HttpError) ({ retryAfterSeconds } = error)
      }
      const backOff = Math.min(pollDelayMsMax, pollIntervalMs * 1.6 ** inARow)
      const jittered = backOff * (0.9 + 0.2 * Math.random())
      const asked = Math.min(retryAfterSeconds ?? 0, retryAfterSecondsMax) * 1000
      await sleep(Math.max(asked, jittered), signal)
    }
  }

  /** Addresses of results live minutes; after a failed download the task is read again for a new one. */
  async function download(id: string, completed: GatewayTask, signal: AbortSignal) {
    let task = completed
    for (let attempt = 1; ; attempt++) {
      const file = modelFileOf(task)
      if (!file) throw failed(service, task, apiKey)
      try {
        return await downloadResult(file.url, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!isPassing(error) || attempt >= downloadsMax) throw error
        await sleep(pollIntervalMs * attempt, signal)
        task = await follow(id, () => {}, signal)
      }
    }
  }

  const fetchModels = async (): Promise<Model3d[]> => {
    const hits = await client.searchModels(AbortSignal.timeout(listTimeoutMs))
    return gatewayModels(service.id, hits ?? [])
  }

  return {
    id: service.id,
    concurrency,
    listModels: remember(fetchModels),
    submit: async (request, signal) => {
      const params = await paramsToSend(request)
      return { upstreamId: await client.create({ model: request.model, params }, signal) }
    },
    produce: async ({ upstreamId, params }, report, signal) => {
      if (upstreamId === undefined) throw new TypeError('A gateway task is followed by its id.')
      report({ stage: 'Waiting for the gateway' })
      const task = await follow(
        upstreamId,
        ({ status, progress }) =>
          report({
            stage: isWaiting(status) ? 'Waiting at the gateway' : 'The gateway is making the model',
            ...(progress !== undefined && { progress }),
          }),
        signal,
      )
      report({ stage: 'Downloading the model' })
      const bytes = await download(upstreamId, task, signal)
      const seed = params['model_seed']
      const version = params['model_version']
      return {
        bytes,
        mimeType: 'model/gltf-binary',
        fileName: 'model.glb',
        ...(typeof seed === 'number' && { seed }),
        ...(typeof version === 'string' && { modelVersion: version }),
      }
    },
  }
}

const isWaiting = (status: string): boolean =>
  ['submitted', 'pending', 'in_queue', 'queued'].includes(status)

/** Pictures go inside the params, and what was given as JSON beside them. */
async function paramsToSend({
  params,
  pictures,
}: GenerationRequest): Promise<Record<string, unknown>> {
  const values = new Map<string, unknown>()
  for (const picture of pictures) {
    const url = await toDataUrl(picture)
    const isText = typeof valueAt(params, picture.path) === 'string'
    const type = /^data:image\/(\w+)/.exec(url)?.[1]?.replace('jpeg', 'jpg') ?? 'jpg'
    values.set(picture.path, isText ? url : { type, url })
  }
  const { [otherParamsName]: others, ...rest } = withValues(params, values)
  return { ...rest, ...(isRecord(others) && others) }
}

const valueAt = (params: unknown, path: string): unknown =>
  path.split('/').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)]
    return isRecord(value) ? value[name] : undefined
  }, params)

class TaskFailedError extends HttpError {}

const isFailedTask = (error: unknown): boolean => error instanceof TaskFailedError

function failed(service: UpstreamService, task: GatewayTask, apiKey: string): HttpError {
  const words = quote(wordsOf(task.error), [apiKey])
  return new TaskFailedError(
    'provider_failed',
    task.status === 'completed' && words === ''
      ? `${service.title} says that it is done, but there is no model in its answer.`
      : `${service.title} could not make this model.${words}`,
  )
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

import type { Model3d } from '#contract/models.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import type {
  GenerationProvider,
  GenerationRequest,
  GenerationResult,
  ProviderAccount,
  ReadSourceFile,
  ReportProgress,
} from '../../ports/generation-provider.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { quote } from '../openai/upstream-words.ts'
import { remember } from '../remember.ts'
import { downloadFresh } from './download-fresh.ts'
import { downloadResult, type DownloadedResult } from './download-result.ts'
import { pollTask } from './follow-task.ts'
import type { ServiceHttp } from './service-http.ts'
import { unreachableCause, isStopped, withId } from './task-end.ts'
import { TaskFailedError, toFailureCode } from './task-failed.ts'

const cancelTimeoutMs = 10_000
const accountTimeoutMs = 10_000
const usualPollMs = 2_500
const usualLimitMs = 30 * 60_000

export type TaskLook = {
  state: 'waiting' | 'running' | 'done'
  /** Number of tasks ahead in the queue, if the service reports it. */
  ahead?: number | undefined
  doing?: string | undefined
  /** Progress from 0 to 1. */
  progress?: number | undefined
  /** URLs of the model, best first. Only for finished tasks. */
  results?: readonly string[]
  /** Reads the file of the source task. Only for tasks that make no new model. */
  file?: ReadSourceFile | undefined
} & Pick<GenerationResult, 'cost' | 'seed' | 'modelVersion' | 'warnings'>

/** A service whose tasks are submitted, polled, and then downloaded. */
export type TaskDialect = {
  http: ServiceHttp
  concurrency: number
  isFree?: boolean
  /** True if the model list is part of this program. See `GenerationProvider`. */
  isListBuiltIn?: boolean
  listModels: (signal: AbortSignal) => Promise<Model3d[]>
  /**
   * Uploads pictures if necessary, then sends the single request that may cost money.
   * @returns id of the task, which remains valid after a restart.
   * @throws {HttpError} the errors of `orderOnce`.
   */
  order: (request: GenerationRequest, signal: AbortSignal) => Promise<string>
  /** @throws {HttpError} `TaskFailedError` for a failed task, `not_found` for an unknown task. */
  look: (id: string, request: GenerationRequest, signal: AbortSignal) => Promise<TaskLook>
  download?: (address: string, signal: AbortSignal) => Promise<DownloadedResult>
  cancel?: (id: string, request: GenerationRequest, signal: AbortSignal) => Promise<unknown>
  readAccount?: (signal: AbortSignal) => Promise<ProviderAccount | undefined>
  readPrice?: GenerationProvider['readPrice']
  steps?: GenerationProvider['steps']
  fromWire?: GenerationProvider['fromWire']
  pollMs?: number | undefined
  timeLimitMs?: number
  allowedHosts?: readonly string[]
  idleMs?: number | undefined
}

/**
 * Creates a provider for a service with tasks. Each task is submitted once, then polled until the
 * model is ready.
 */
export function createTaskProvider(dialect: TaskDialect): GenerationProvider {
  const { http, concurrency, listModels, readAccount, readPrice, steps, fromWire } = dialect
  const { timeLimitMs = usualLimitMs, isFree = false, isListBuiltIn = false } = dialect
  // Polls bypass the circuit breaker, so that running tasks continue after an outage.
  const breaker = createCircuitBreaker(http.service.title)
  return {
    id: http.service.id,
    concurrency,
    isFree,
    isListBuiltIn,
    listModels,
    timeLimitMs: () => timeLimitMs,
    ...(readAccount && {
      readAccount: remember(() => readAccount(AbortSignal.timeout(accountTimeoutMs))),
    }),
    ...(readPrice && { readPrice }),
    ...(steps && { steps }),
    ...(fromWire && { fromWire }),
    submit: async (request, signal) => {
      const attempt = breaker.enter()
      try {
        const upstreamId = await dialect.order(request, signal)
        attempt.succeeded()
        return { upstreamId }
      } catch (error) {
        attempt.failed(unreachableCause(error))
        throw error
      }
    },
    produce: async ({ upstreamId, ...request }, report, signal) => {
      if (upstreamId === undefined) throw new TypeError('This task is followed by its id.')
      try {
        return await finishTask(dialect, { id: upstreamId, request, signal }, report)
      } catch (error) {
        if (!signal.aborted) throw withId(error, upstreamId)
        if (isStopped(signal)) void tellCancelled(dialect, upstreamId, request)
        throw error
      }
    },
  }
}

type OrderedTask = { id: string; request: GenerationRequest; signal: AbortSignal }

async function finishTask(
  dialect: TaskDialect,
  { id, request, signal }: OrderedTask,
  report: ReportProgress,
): Promise<GenerationResult> {
  const { http, pollMs = usualPollMs } = dialect
  const { title } = http.service
  const follow = (tell: ReportProgress) =>
    pollTask(
      async () => {
        const seen = await dialect.look(id, request, signal)
        if (seen.state === 'done') return seen
        tell(getMove(title, seen))
        return undefined
      },
      { pollMs, signal },
    )
  report({ stage: `Waiting for ${title}` })
  const done = await follow(report)
  report({ stage: 'Downloading the model' })
  const { bytes, kind } = await downloadFresh(done, {
    download: (task) => getDownload(dialect, task, { id, signal }),
    again: () => follow(() => {}),
    pollMs,
    signal,
  })
  const { mimeType, extension } = kind
  return { bytes, mimeType, fileName: `model.${extension}`, ...toTaskDetails(done) }
}

function getDownload(
  { http: { service }, download, allowedHosts = [], idleMs }: TaskDialect,
  { results = [], file }: TaskLook,
  { id, signal }: Pick<OrderedTask, 'id' | 'signal'>,
): Promise<DownloadedResult> {
  if (file) return toDownloaded(file)
  const [address] = results
  if (address === undefined) {
    throw new TaskFailedError(
      'provider_failed',
      `${service.title} reported success, but its answer has no model.`,
      { upstreamRequestId: id },
    )
  }
  if (download) return download(address, signal)
  const rules = { allowedHosts, ...(idleMs !== undefined && { timeoutMs: idleMs }) }
  return downloadResult(address, signal, rules)
}

async function toDownloaded(file: ReadSourceFile): Promise<DownloadedResult> {
  const { bytes, mimeType } = await file()
  return { bytes, kind: { mimeType, extension: endingOfModel(mimeType) } }
}

async function tellCancelled(
  { http: { service }, cancel }: TaskDialect,
  id: string,
  request: GenerationRequest,
): Promise<void> {
  try {
    await cancel?.(id, request, AbortSignal.timeout(cancelTimeoutMs))
  } catch (error) {
    console.warn(`${service.title} could not be told to cancel task ${id}.`, error)
  }
}

function getMove(title: string, { state, ahead, doing, progress }: TaskLook) {
  const stage = state === 'waiting' ? waiting(title, ahead) : `${title} is making the model`
  return {
    stage: doing === undefined ? stage : `${stage}: ${doing}`,
    ...(progress !== undefined && { progress: Math.min(1, Math.max(0, progress)) }),
  }
}

const waiting = (title: string, ahead: number | undefined) =>
  ahead === undefined || ahead <= 0 ? `Waiting at ${title}` : `Waiting at ${title}, ${ahead} ahead`

const toTaskDetails = ({ cost, seed, modelVersion, warnings }: TaskLook) => ({
  ...(warnings !== undefined && { warnings }),
  ...(cost !== undefined && { cost }),
  ...(seed !== undefined && { seed }),
  ...(modelVersion !== undefined && { modelVersion }),
})

/**
 * Creates the error of a failed task.
 * @param said message of the service, possibly empty.
 * @param end text after the service's name, and whether the service does not charge for the task.
 */
export function taskFailed(
  { service, secrets }: Pick<ServiceHttp, 'service' | 'secrets'>,
  said: string,
  end: string | TaskEnd = 'could not make this model.',
): TaskFailedError {
  const { sentence, isRefunded } =
    typeof end === 'string' ? { sentence: end, isRefunded: false } : end
  const message = `${service.title} ${sentence}${quote(said, secrets)}`
  return new TaskFailedError(toFailureCode(said), message, { isRefunded })
}

type TaskEnd = { sentence: string; isRefunded: boolean }

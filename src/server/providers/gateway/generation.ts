import { isLoopbackHost } from '../../access/caller.ts'
import type { HttpError } from '../../errors/http-error.ts'
import { plainHost } from '../../outgoing/checked-request.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import type { GenerationProvider } from '../../ports/generation-provider.ts'
import { remember } from '../remember.ts'
import { createFollowUpstream } from './follow-upstream.ts'
import { createAccountReader } from './gateway-account.ts'
import { createGatewayCatalogue } from './gateway-catalogue.ts'
import { downloadFresh } from '../service/download-fresh.ts'
import {
  createGatewayHttp,
  describeGateway,
  type Gateway,
  type GatewayOptions,
} from './gateway-service.ts'
import { findModelFile, readTaskError, type GatewayTask } from './generation-answers.ts'
import { createGenerationClient } from './generation-client.ts'
import { downloadResult } from '../service/download-result.ts'
import { paramsFromWire, paramsToPrice, toGatewayParams } from './params-to-send.ts'
import { TaskFailedError } from '../service/task-failed.ts'
import { unreachableCause, isStopped, withId } from '../service/task-end.ts'
import { taskFailure } from './task-failure.ts'

export type GatewayGenerationOptions = GatewayOptions & {
  concurrency?: number
  /** Private hosts that may serve results. The gateway's own host is always allowed. */
  allowedHosts?: readonly string[]
  pollIntervalMs?: number
}

export function createGatewayGenerationProvider({
  concurrency = 4,
  pollIntervalMs = 3_000,
  allowedHosts = [],
  ...options
}: GatewayGenerationOptions): GenerationProvider {
  const gateway = describeGateway(options)
  const { service } = gateway
  const http = createGatewayHttp(gateway)
  const ownHost = plainHost(new URL(gateway.root).hostname)
  // A gateway on this machine may use any loopback name in the URLs of results.
  const ownHosts = isLoopbackHost(ownHost) ? ['localhost', '127.0.0.1', '::1'] : []
  const rules = { allowedHosts: [...allowedHosts, ownHost, ...ownHosts] }
  const client = createGenerationClient(gateway, http)
  const catalogue = createGatewayCatalogue(gateway, http)
  // Polls bypass the circuit breaker, so that running tasks continue after an outage.
  const breaker = createCircuitBreaker(service.title)
  const follow = createFollowUpstream(gateway, { client, http, pollIntervalMs })

  const download = (id: string, completed: GatewayTask, signal: AbortSignal) =>
    downloadFresh(completed, {
      download: (task) => {
        const file = findModelFile(task)
        if (!file) throw nothingMade(gateway, task, id)
        return downloadResult(file.url, signal, rules)
      },
      again: () => follow(id, () => {}, signal),
      pollMs: pollIntervalMs,
      signal,
    }).catch((error: unknown): never => {
      throw signal.aborted ? error : withId(error, id)
    })

  return {
    id: service.id,
    concurrency,
    listModels: remember(catalogue.listModels),
    readAccount: remember(createAccountReader(http)),
    timeLimitMs: taskLimitMs,
    fromWire: paramsFromWire,
    submit: async (request, signal) => {
      const params = await toGatewayParams(request)
      const { model, taskId } = request
      const attempt = breaker.enter()
      try {
        const upstreamId = await client.create({ model, params, taskId }, signal)
        attempt.succeeded()
        return { upstreamId }
      } catch (error) {
        attempt.failed(unreachableCause(error))
        throw error
      }
    },
    readPrice: async (request, signal) =>
      client.readPrice({ model: request.model, params: await paramsToPrice(request) }, signal),
    produce: async ({ upstreamId, params }, report, signal) => {
      if (upstreamId === undefined) throw new TypeError('A gateway task is followed by its id.')
      report({ stage: 'Waiting for the gateway' })
      const onMove = ({ status, progress }: GatewayTask) =>
        report({
          stage: isWaiting(status) ? 'Waiting at the gateway' : 'The gateway is making the model',
          ...(progress !== undefined && { progress }),
        })
      const task = await follow(upstreamId, onMove, signal).catch((error: unknown): never => {
        if (isStopped(signal)) void client.cancel(upstreamId)
        throw error
      })
      report({ stage: 'Downloading the model' })
      const { bytes, kind } = await download(upstreamId, task, signal)
      const seed = params['model_seed']
      const version = params['model_version']
      const cost = task.usage?.cost
      return {
        bytes,
        mimeType: kind.mimeType,
        fileName: `model.${kind.extension}`,
        ...(typeof seed === 'number' && { seed }),
        ...(typeof version === 'string' && { modelVersion: version }),
        ...(cost !== undefined && { cost }),
      }
    },
  }
}

function nothingMade({ service, apiKey }: Gateway, task: GatewayTask, id: string): HttpError {
  const told = readTaskError(task.error)
  if (told.said !== '' || told.code !== '') {
    return taskFailure(service, told, { upstreamId: id, secrets: [apiKey] })
  }
  return new TaskFailedError(
    'provider_failed',
    `${service.title} reported success, but its answer has no model.`,
    { upstreamRequestId: id },
  )
}

const isWaiting = (status: string): boolean =>
  ['submitted', 'pending', 'in_queue', 'queued'].includes(status)

const minuteMs = 60_000
const usualLimitMs = 15 * minuteMs

/**
 * Returns the time limit of a task, including its queue time.
 * @param model name on the gateway.
 */
function taskLimitMs(model: string): number {
  if (/_rapid$|turbo/i.test(model)) return 10 * minuteMs
  if (/_pro$|_hunyuan_|seed3d|spark_3d/i.test(model)) return 30 * minuteMs
  return usualLimitMs
}

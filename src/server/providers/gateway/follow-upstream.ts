import { setTimeout as sleep } from 'node:timers/promises'
import { createPatience, pauseMs } from '../service/follow-task.ts'
import { readTaskError, type GatewayTask } from './generation-answers.ts'
import type { GenerationClient } from './generation-client.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import type { Gateway } from './gateway-service.ts'
import { taskFailure } from './task-failure.ts'
import { listenToTask } from './task-stream.ts'

/** Maximum duration of one stream. Afterwards the task is polled, and the stream reopened. */
const usualListenMs = 20_000
const streamErrorsMax = 3
/** Time during which no streams are requested from a gateway that lacks them. */
const noStreamsMs = 600_000

/** Undocumented statuses that end a task. */
const failedStatuses = new Set(['failed', 'error', 'cancelled', 'canceled', 'expired', 'banned'])

/**
 * Waits until a task has completed on the gateway.
 * @throws {HttpError} `TaskFailedError` if the task failed on the gateway, otherwise the reason why
 * the task cannot be followed.
 */
export type FollowUpstream = (
  id: string,
  onMove: (task: GatewayTask) => void,
  signal: AbortSignal,
) => Promise<GatewayTask>

/**
 * Creates a follower that polls tasks every `pollIntervalMs`, less often after errors, and not
 * before `Retry-After`. If the gateway streams task events, it listens between polls instead of
 * sleeping.
 */
export function createFollowUpstream(
  { service, apiKey }: Gateway,
  {
    client,
    http,
    pollIntervalMs,
    listenMs = usualListenMs,
  }: {
    client: GenerationClient
    http: ServiceHttp
    pollIntervalMs: number
    /** Maximum duration of one stream, in milliseconds. Only tests set it. */
    listenMs?: number
  },
): FollowUpstream {
  let noStreamsUntil = 0

  return async (id, onMove, signal) => {
    const patience = createPatience()
    let streamErrors = 0
    let cursor = 0
    let wasDone = false

    for (;;) {
      let retryAfterSeconds: number | undefined
      try {
        const task = await client.readTask(id, signal)
        patience.succeeded()
        onMove(task)
        if (task.status === 'completed') return task
        if (failedStatuses.has(task.status)) {
          throw taskFailure(service, readTaskError(task.error), {
            upstreamId: id,
            secrets: [apiKey],
          })
        }
      } catch (error) {
        signal.throwIfAborted()
        retryAfterSeconds = patience.failed(error)
      }

      // A stream that wrongly reports the end of a task would cause a busy loop.
      if (wasDone) streamErrors = streamErrorsMax
      const mayListen =
        patience.errorsInARow === 0 &&
        streamErrors < streamErrorsMax &&
        Date.now() >= noStreamsUntil
      if (mayListen) {
        const heard = await listenToTask(http, id, { cursor, listenMs, signal, onMove })
        cursor = heard.cursor
        wasDone = heard.end === 'done'
        if (heard.end === 'done' || heard.end === 'unheard') continue
        if (heard.end === 'broke') streamErrors++
        else noStreamsUntil = Date.now() + noStreamsMs
      }
      await sleep(
        pauseMs(pollIntervalMs, patience.errorsInARow, { retryAfterSeconds }),
        undefined,
        {
          signal,
        },
      )
    }
  }
}

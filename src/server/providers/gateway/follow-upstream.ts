import { setTimeout as sleep } from 'node:timers/promises'
import { createPatience, pauseMs } from '../service/follow-task.ts'
import { readTaskError, type GatewayTask } from './generation-answers.ts'
import type { GenerationClient } from './generation-client.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import type { Gateway } from './gateway-service.ts'
import { taskFailure } from './task-failure.ts'
import { listenToTask } from './task-stream.ts'

/**
 * Maximum duration of one event stream. Afterwards the task is polled, and the stream is reopened.
 */
const usualListenMs = 20_000
const streamErrorsMax = 3
/** Time without stream requests after a gateway responds that it has no event streams. */
const noStreamsMs = 600_000

/** Statuses of a failed task. The gateway's documentation does not list all of them. */
const failedStatuses = new Set(['failed', 'error', 'cancelled', 'canceled', 'expired', 'banned'])

/**
 * Waits until a task has completed on the gateway.
 * @throws {TaskFailedError} if the task failed on the gateway.
 * @throws {HttpError} if the task's state cannot be read.
 */
export type FollowUpstream = (
  id: string,
  onMove: (task: GatewayTask) => void,
  signal: AbortSignal,
) => Promise<GatewayTask>

/**
 * Creates a function that polls a task until it ends. Errors make the pause longer, and
 * `Retry-After` is respected. If the gateway streams task events, they replace part of the polling.
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

      // The stream reported the end, but the poll found the task running. The stream is not
      // reopened, because it could repeat the wrong report endlessly.
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

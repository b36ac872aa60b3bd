import { setTimeout as sleep } from 'node:timers/promises'
import { createPatience, pauseMs } from '../service/follow-task.ts'
import { taskErrorOf, type GatewayTask } from './generation-answers.ts'
import type { GenerationClient } from './generation-client.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import type { Gateway } from './gateway-service.ts'
import { taskFailure } from './task-failure.ts'
import { listenToTask } from './task-stream.ts'

/** One stream's longest time; after it the task is looked at, and listened to again. */
const usualListenMs = 20_000
const streamErrorsMax = 3
/** How long a gateway that had no streams is not asked for one. */
const noStreamsMs = 600_000

/** What statuses beyond the documented two may end a task; waiting for more would be in vain. */
const failedStatuses = new Set(['failed', 'error', 'cancelled', 'canceled', 'expired', 'banned'])

/**
 * Waits until a task is completed at the gateway.
 *
 * @throws {HttpError} `TaskFailedError` when it failed there, else why it cannot be followed any more.
 */
export type FollowUpstream = (
  id: string,
  onMove: (task: GatewayTask) => void,
  signal: AbortSignal,
) => Promise<GatewayTask>

/**
 * Looks at tasks every `pollIntervalMs`, less often while looking fails, and not before `Retry-After`
 * says so. Where the gateway streams a task's events, it listens between two looks instead of sleeping.
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
    /** For tests. */
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
          throw taskFailure(service, taskErrorOf(task.error), { upstreamId: id, secrets: [apiKey] })
        }
      } catch (error) {
        signal.throwIfAborted()
        retryAfterSeconds = patience.failed(error)
      }

      // A stream that calls a task done which is not would make this loop spin.
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

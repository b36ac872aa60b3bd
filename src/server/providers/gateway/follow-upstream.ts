import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError } from '../../errors/http-error.ts'
import { toldBy, type GatewayTask } from './generation-answers.ts'
import type { GenerationClient } from './generation-client.ts'
import { isPassing, type GatewayHttp } from './gateway-http.ts'
import type { Gateway } from './gateway-service.ts'
import { TaskFailedError, taskFailure } from './task-failure.ts'
import { listenToTask } from './task-stream.ts'

/** Looks that may fail in one task before it is given up. */
const lookErrorsMax = 300
const lookDelayMsMax = 30_000
const retryAfterSecondsMax = 300
/** A task that was just made may not be known everywhere yet. */
const unknownLooksMax = 3
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
    http: GatewayHttp
    pollIntervalMs: number
    /** For tests. */
    listenMs?: number
  },
): FollowUpstream {
  let noStreamsUntil = 0

  return async (id, onMove, signal) => {
    let errors = 0
    let errorsInARow = 0
    let unknownInARow = 0
    let streamErrors = 0
    let cursor = 0
    let wasDone = false

    for (;;) {
      let retryAfterSeconds: number | undefined
      try {
        const task = await client.readTask(id, signal)
        errorsInARow = 0
        unknownInARow = 0
        onMove(task)
        if (task.status === 'completed') return task
        if (failedStatuses.has(task.status)) {
          throw taskFailure(service, toldBy(task.error), { upstreamId: id, secrets: [apiKey] })
        }
      } catch (error) {
        signal.throwIfAborted()
        errors++
        errorsInARow++
        const isUnknown = error instanceof HttpError && error.code === 'not_found'
        unknownInARow = isUnknown ? unknownInARow + 1 : 0
        if (error instanceof TaskFailedError || errors >= lookErrorsMax) throw error
        if (isUnknown && unknownInARow >= unknownLooksMax) throw lost(error)
        if (!isUnknown && !isPassing(error)) throw error
        if (error instanceof HttpError) ({ retryAfterSeconds } = error)
      }

      // A stream that calls a task done which is not would make this loop spin.
      if (wasDone) streamErrors = streamErrorsMax
      const mayListen =
        errorsInARow === 0 && streamErrors < streamErrorsMax && Date.now() >= noStreamsUntil
      if (mayListen) {
        const heard = await listenToTask(http, id, { cursor, listenMs, signal }, onMove)
        cursor = heard.cursor
        wasDone = heard.end === 'done'
        if (heard.end === 'done' || heard.end === 'unheard') continue
        if (heard.end === 'broke') streamErrors++
        else noStreamsUntil = Date.now() + noStreamsMs
      }
      await sleep(pauseMs(pollIntervalMs, errorsInARow, retryAfterSeconds), undefined, {
        signal,
      })
    }
  }
}

/** For a task of ours that the gateway has lost, "not found" would say too little. */
const lost = ({ message, upstreamRequestId }: HttpError): HttpError =>
  new TaskFailedError('provider_failed', message, {
    ...(upstreamRequestId !== undefined && { upstreamRequestId }),
  })

/** Longer with each error in a row, never shorter than asked for, and never the same for all clients. */
export function pauseMs(
  pollIntervalMs: number,
  errorsInARow: number,
  retryAfterSeconds = 0,
  random: () => number = Math.random,
): number {
  const backOff = Math.min(lookDelayMsMax, pollIntervalMs * 1.6 ** errorsInARow)
  const asked = Math.min(retryAfterSeconds, retryAfterSecondsMax) * 1000
  const jitter = 0.9 + 0.2 * random()
  return asked > backOff * jitter ? asked * (1 + 0.1 * random()) : backOff * jitter
}

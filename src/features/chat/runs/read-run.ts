import type { resumeRun, startRun, stopRun } from '#api/chat/runs.ts'
import { isAbort } from '#api/http/errors.ts'
import type { AnswerStore } from './answer-store.ts'
import type { FollowedRun } from './followed-run.ts'
import { followRun, type RunTransport } from './run-client.ts'
import { waitForRetry } from '#api/http/wait-for-retry.ts'

export interface RunServer {
  start: typeof startRun
  resume: typeof resumeRun
  stop: typeof stopRun
}

export type RunEntry = {
  run: FollowedRun
  reading: AbortController | undefined
  hasBegun: boolean
  isUnwanted: boolean
}

/**
 * Reads a run into its store until the run ends. Starts the run if the server does not have it.
 * @param onBegan called once, at the server's first response.
 * @returns whether the run ended, successfully or not. `false` if `entry.reading` was aborted.
 */
export async function readRun(
  entry: RunEntry,
  server: RunServer,
  onBegan: () => void,
): Promise<boolean> {
  const { run } = entry
  const { store } = run
  const reading = (entry.reading = new AbortController())
  const started = (event: Parameters<AnswerStore['started']>[0]) => {
    store.started(event)
    if (entry.hasBegun) return
    entry.hasBegun = true
    // If this request fails, the run continues until the user stops it again.
    if (entry.isUnwanted) void server.stop(run.runId).catch(console.warn)
    onBegan()
  }
  try {
    await followRun({
      transport: createTransport(entry, server),
      sink: { ...store, started },
      position: store.position(),
      signal: reading.signal,
      wait: waitForRetry,
    })
  } catch (error) {
    if (reading.signal.aborted && isAbort(error)) return false
    store.failed(error)
  } finally {
    if (entry.reading === reading) entry.reading = undefined
  }
  return true
}

function createTransport({ run, hasBegun }: RunEntry, server: RunServer): RunTransport {
  const { runId, conversationId, request } = run
  return {
    resume: (options) => server.resume(runId, options),
    ...(request && !hasBegun
      ? { start: (signal: AbortSignal) => server.start(conversationId, request, signal) }
      : {}),
  }
}

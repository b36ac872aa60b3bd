import type { resumeRun, startRun, stopRun } from '#api/chat/runs.ts'
import { isAbort } from '#api/http/errors.ts'
import type { AnswerStore } from './answer-store.ts'
import type { LiveRun } from './live-run.ts'
import { followRun, type RunTransport } from './run-client.ts'
import { waitForRetry } from './wait.ts'

/** How the server is reached. */
export interface RunServer {
  start: typeof startRun
  resume: typeof resumeRun
  stop: typeof stopRun
}

/** A run and how far this page is with it. */
export type RunEntry = {
  run: LiveRun
  /** While it is read. */
  reading: AbortController | undefined
  /** The server has answered: the run exists there. */
  hasBegun: boolean
  /** To be stopped as soon as it has begun. */
  isUnwanted: boolean
}

/**
 * Reads a run into its store, to its end; starts it first where the server does not know it.
 *
 * @param onBegan is called once, when the server has answered for the first time.
 * @returns whether it ended, well or not; `false` when `entry.reading` was aborted.
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
    // It goes on until the next try when this fails, as every run does that nobody stops.
    if (entry.isUnwanted) void server.stop(run.runId).catch(console.warn)
    onBegan()
  }
  try {
    await followRun({
      transport: transportOf(entry, server),
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

function transportOf({ run, hasBegun }: RunEntry, server: RunServer): RunTransport {
  const { runId, conversationId, request } = run
  return {
    resume: (options) => server.resume(runId, options),
    ...(request && !hasBegun
      ? { start: (signal: AbortSignal) => server.start(conversationId, request, signal) }
      : {}),
  }
}

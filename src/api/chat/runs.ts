import { endsRun, runEventSchema, type RunEvent, type StartRun } from '#contract/chat/chat.ts'
import { readEvents, type Received } from '../http/events.ts'
import { requestEvents, requestNothing } from '../http/http.ts'

/** A large question over a slow line takes its time before the first byte of the answer. */
const startTimeoutMs = 60_000

/** Lets the server stop writing an answer. What was written is kept, and the run's stream ends. */
export const stopRun = (runId: string): Promise<void> =>
  requestNothing(`/api/runs/${runId}/stop`, { method: 'POST' })

/**
 * Asks, and reads the answer. The same request sent again joins the run that the first one started.
 * Throws as `requestEvents` and `readEvents` do.
 */
export function startRun(
  conversationId: string,
  request: StartRun,
  signal: AbortSignal,
): AsyncGenerator<Received<RunEvent>, void, undefined> {
  const body = requestEvents(`/api/conversations/${conversationId}/runs`, {
    method: 'POST',
    body: request,
    signal,
    timeoutMs: startTimeoutMs,
  })
  return readEvents(body, runEventSchema, endsRun)
}

type ResumeOptions = {
  /** Absent: from the beginning. */
  lastEventId?: string | undefined
  signal: AbortSignal
  /** Asks only for what is there now; the last event is then `run-pause` or `run-end`. */
  isOnce?: boolean
}

/** Reads an answer on. Throws as `requestEvents` and `readEvents` do. */
export function resumeRun(
  runId: string,
  { lastEventId, signal, isOnce = false }: ResumeOptions,
): AsyncGenerator<Received<RunEvent>, void, undefined> {
  const path = `/api/runs/${runId}/events${isOnce ? '?once=1' : ''}`
  const body = requestEvents(path, { lastEventId, signal })
  return readEvents(body, runEventSchema, endsRun)
}

import { endsRun, runEventSchema, type RunEvent, type StartRun } from '#contract/chat/chat.ts'
import { readEvents, type Received } from '../http/events.ts'
import { requestEvents, requestNothing } from '../http/http.ts'

/**
 * Time limit of the first response, long enough to upload a large question over a slow connection.
 */
const startTimeoutMs = 60_000

/** Stops an answer and keeps its text. The run's stream ends. */
export const stopRun = (runId: string): Promise<void> =>
  requestNothing(`/api/runs/${runId}/stop`, { method: 'POST' })

/**
 * Sends a question and streams the answer. Repeating the request streams the same answer. Throws as
 * `requestEvents` and `readEvents` do.
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
  lastEventId?: string | undefined
  signal: AbortSignal
  /** Requests only the current events; the last one is `run-pause` or `run-end`. */
  isOnce?: boolean
}

/** Continues to stream an answer. Throws as `requestEvents` and `readEvents` do. */
export function resumeRun(
  runId: string,
  { lastEventId, signal, isOnce = false }: ResumeOptions,
): AsyncGenerator<Received<RunEvent>, void, undefined> {
  const path = `/api/runs/${runId}/events${isOnce ? '?once=1' : ''}`
  const body = requestEvents(path, { lastEventId, signal })
  return readEvents(body, runEventSchema, endsRun)
}

import { endsRun, runEventSchema, type RunEvent, type StartRun } from '#contract/chat/chat.ts'
import { readEvents, type Received } from '../http/events.ts'
import { requestEvents, requestNothing } from '../http/http.ts'

/**
 * Uploading a large question over a slow connection takes longer than the default limit of 30 s.
 */
const startTimeoutMs = 60_000

/** Stops an answer, and keeps the text that was generated so far. */
export const stopRun = (runId: string): Promise<void> =>
  requestNothing(`/api/runs/${runId}/stop`, { method: 'POST' })

/**
 * Sends a question and streams the answer. A repeated request returns the same answer. Throws the
 * errors of `requestEvents` and `readEvents`.
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
  /** Ends the stream after the existing events. The last event is `run-pause` or `run-end`. */
  isOnce?: boolean
}

/** Streams the rest of an answer. Throws the errors of `requestEvents` and `readEvents`. */
export function resumeRun(
  runId: string,
  { lastEventId, signal, isOnce = false }: ResumeOptions,
): AsyncGenerator<Received<RunEvent>, void, undefined> {
  const path = `/api/runs/${runId}/events${isOnce ? '?once=1' : ''}`
  const body = requestEvents(path, { lastEventId, signal })
  return readEvents(body, runEventSchema, endsRun)
}

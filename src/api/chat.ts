import {
  conversationDetailSchema,
  conversationListSchema,
  conversationSchema,
  endsRun,
  runEventSchema,
  type Conversation,
  type ConversationDetail,
  type ConversationList,
  type RunEvent,
  type StartRun,
} from '#contract/chat.ts'
import { readEvents, type Received } from './events.ts'
import { requestEvents, requestJson, requestNothing } from './http.ts'

/** A large question over a slow line takes its time before the first byte of the answer. */
const startTimeoutMs = 60_000

export const listConversations = (signal?: AbortSignal): Promise<ConversationList> =>
  requestJson(conversationListSchema, '/api/conversations', { signal })

/** @throws {ApiError} `not_found` where there is no such conversation. */
export const getConversation = (id: string, signal?: AbortSignal): Promise<ConversationDetail> =>
  requestJson(conversationDetailSchema, `/api/conversations/${id}`, { signal })

export const renameConversation = (id: string, title: string): Promise<Conversation> =>
  requestJson(conversationSchema, `/api/conversations/${id}`, { method: 'PATCH', body: { title } })

export const deleteConversation = (id: string): Promise<void> =>
  requestNothing(`/api/conversations/${id}`, { method: 'DELETE' })

/** Lets the server stop writing an answer. What was written is kept, and the run's stream ends. */
export const stopRun = (runId: string): Promise<void> =>
  requestNothing(`/api/runs/${runId}/stop`, { method: 'POST' })

/**
 * Asks, and reads the answer. The same request sent again joins the run that the first one started.
 * Throws as `requestEvents` and `readEvents` do.
 */
export async function* startRun(
  conversationId: string,
  request: StartRun,
  signal: AbortSignal,
): AsyncGenerator<Received<RunEvent>, void, undefined> {
  const body = await requestEvents(`/api/conversations/${conversationId}/runs`, {
    method: 'POST',
    body: request,
    signal,
    timeoutMs: startTimeoutMs,
  })
  yield* readEvents(body, runEventSchema, endsRun)
}

/**
 * Reads an answer on from `lastEventId`, or from its beginning. Throws as `requestEvents` and
 * `readEvents` do.
 */
export async function* resumeRun(
  runId: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Received<RunEvent>, void, undefined> {
  const body = await requestEvents(`/api/runs/${runId}/events`, { lastEventId, signal })
  yield* readEvents(body, runEventSchema, endsRun)
}

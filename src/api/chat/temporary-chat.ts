import { endsRun, runEventSchema, type RunEvent } from '#contract/chat/chat.ts'
import type { TemporaryQuestion } from '#contract/chat/temporary-chat.ts'
import { readEvents, type Received } from '../http/events.ts'
import { requestEvents } from '../http/http.ts'

/** Uploading a large chat over a slow connection takes longer than the default limit of 30 s. */
const startTimeoutMs = 60_000

/**
 * Sends a question and streams the answer. The server stores neither of the two. Throws the errors
 * of `requestEvents` and `readEvents`.
 */
export function askTemporarily(
  question: TemporaryQuestion,
  signal: AbortSignal,
): AsyncGenerator<Received<RunEvent>, void, undefined> {
  const body = requestEvents('/api/temporary-answers', {
    method: 'POST',
    body: question,
    signal,
    timeoutMs: startTimeoutMs,
  })
  return readEvents(body, runEventSchema, endsRun)
}

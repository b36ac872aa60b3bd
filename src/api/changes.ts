import { changeSchema, type TopicChange } from '#contract/changes.ts'
import { readEvents } from './http/events.ts'
import { requestEvents } from './http/http.ts'
import { readOn } from './http/read-on.ts'

/**
 * Yields each change of data on the server until `signal` is aborted.
 * @param onAgain called after a reconnect, because changes may have been missed.
 * @throws {ApiError} when the server refuses the request.
 * @throws {UnexpectedAnswerError} when an event is invalid.
 */
export function followChanges(
  signal: AbortSignal,
  onAgain: () => void,
): AsyncGenerator<TopicChange, void, undefined> {
  let isAgain = false
  return readOn(async function* () {
    const body = await requestEvents('/api/changes', { signal })
    if (isAgain) onAgain()
    isAgain = true
    for await (const { event } of readEvents(body, changeSchema, () => false)) yield event
  }, signal)
}

import { changeSchema, type TopicChange } from '#contract/changes.ts'
import { readEvents } from './http/events.ts'
import { requestEvents } from './http/http.ts'
import { readOn } from './http/read-on.ts'

/** Time in milliseconds that the request may wait in the browser or on the network. */
const waitMsMax = 10_000

/**
 * Yields each change of data on the server until `signal` is aborted, beginning with the changes
 * since the page was opened, because data may have been read before the stream was.
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
    const ageMs = isAgain ? 0 : Math.ceil(performance.now() + waitMsMax)
    const body = await requestEvents(`/api/changes?ageMs=${ageMs}`, { signal })
    if (isAgain) onAgain()
    isAgain = true
    for await (const { event } of readEvents(body, changeSchema, () => false)) yield event
  }, signal)
}

import { changeSchema, type Change } from '#contract/changes.ts'
import { readEvents } from './http/events.ts'
import { requestEvents } from './http/http.ts'
import { readOn } from './http/read-on.ts'

/**
 * What has changed on the server, as it happens, until `signal` fires.
 *
 * @param onAgain is called when a lost connection is back: anything may have changed meanwhile.
 * @throws {ApiError} when the server will not tell.
 * @throws {UnexpectedAnswerError} when an event breaks the contract.
 */
export function followChanges(
  signal: AbortSignal,
  onAgain: () => void,
): AsyncGenerator<Change, void, undefined> {
  let isAgain = false
  return readOn(async function* () {
    const body = await requestEvents('/api/changes', { signal })
    if (isAgain) onAgain()
    isAgain = true
    for await (const { event } of readEvents(body, changeSchema, () => false)) yield event
  }, signal)
}

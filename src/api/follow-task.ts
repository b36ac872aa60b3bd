import { endsTask, taskEventSchema, type TaskEvent } from '#contract/tasks.ts'
import { readEvents } from './http/events.ts'
import { requestEvents } from './http/http.ts'
import { readOn } from './http/read-on.ts'
import { pathOf } from './tasks.ts'

/**
 * Every move of a task until it is over. A lost connection is taken up again where it broke off, as
 * often as it takes: the task goes on without us. Ends quietly when `signal` fires.
 *
 * @param onLost is called with how long until the next try, each time that the connection is lost.
 * @throws {ApiError} when the server says that there is no such task, or that it may not be seen.
 * @throws {UnexpectedAnswerError} when an event breaks the contract.
 */
export function followTask(
  id: string,
  signal: AbortSignal,
  onLost?: (retryInMs: number) => void,
): AsyncGenerator<TaskEvent, void, undefined> {
  let lastEventId: string | undefined
  return readOn(
    async function* () {
      const body = await requestEvents(`${pathOf(id)}/events`, { lastEventId, signal })
      for await (const received of readEvents(body, taskEventSchema, endsTask)) {
        lastEventId = received.id
        yield received.event
      }
    },
    signal,
    onLost,
  )
}

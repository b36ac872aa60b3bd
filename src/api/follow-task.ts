import { endsTask, taskEventSchema, type TaskEvent } from '#contract/tasks.ts'
import { readEvents } from './http/events.ts'
import { requestEvents } from './http/http.ts'
import { readOn } from './http/read-on.ts'
import { toTaskPath } from './tasks.ts'

/**
 * Yields the events of a task until the task ends or `signal` is aborted. Reconnects after each
 * loss of the connection.
 * @param onLost called after each loss, with the delay before the next attempt.
 * @throws {ApiError} when the task does not exist or belongs to another person.
 * @throws {UnexpectedAnswerError} when an event is invalid.
 */
export function followTask(
  id: string,
  signal: AbortSignal,
  onLost?: (retryInMs: number) => void,
): AsyncGenerator<TaskEvent, void, undefined> {
  let lastEventId: string | undefined
  return readOn(
    async function* () {
      const body = await requestEvents(`${toTaskPath(id)}/events`, { lastEventId, signal })
      for await (const received of readEvents(body, taskEventSchema, endsTask)) {
        lastEventId = received.id
        yield received.event
      }
    },
    signal,
    onLost,
  )
}

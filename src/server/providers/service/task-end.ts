import { HttpError } from '../../errors/http-error.ts'
import { TaskStoppedError } from '../../ports/task-stopped.ts'
import { RequestFailedError } from './service-http.ts'

/** Whether nobody here waits for the task any more. A server that only restarts comes back for it. */
export const isUnwanted = ({ reason }: AbortSignal): boolean =>
  reason instanceof TaskStoppedError && reason.reason !== 'closing'

/** The same error with the service's id of the task, which its support will ask for. */
export function withId(error: unknown, upstreamRequestId: string): unknown {
  if (!(error instanceof HttpError) || error.upstreamRequestId !== undefined) return error
  return new HttpError(error.code, error.message, { cause: error.cause, upstreamRequestId })
}

/** Behind an uncertain order there may be a service that fell silent. */
export const unreachableCause = (error: unknown): unknown =>
  error instanceof HttpError && error.cause instanceof RequestFailedError
    ? error.cause.reason
    : error

import { HttpError } from '../../errors/http-error.ts'
import { TaskStoppedError } from '../../ports/task-stopped.ts'
import { RequestFailedError } from './service-http.ts'

/**
 * Returns whether the task was stopped permanently. After a shutdown of this server, tasks resume.
 */
export const isStopped = ({ reason }: AbortSignal): boolean =>
  reason instanceof TaskStoppedError && reason.reason !== 'closing'

/** Adds the service's task id to an error, because the service's support asks for the id. */
export function withId(error: unknown, upstreamRequestId: string): unknown {
  if (!(error instanceof HttpError) || error.upstreamRequestId !== undefined) return error
  const { code, message, cause, isRefunded } = error
  return new HttpError(code, message, { cause, upstreamRequestId, isRefunded })
}

/**
 * Returns the network error that caused an uncertain submission, or `error` itself if there is
 * none.
 */
export const unreachableCause = (error: unknown): unknown =>
  error instanceof HttpError && error.cause instanceof RequestFailedError
    ? error.cause.reason
    : error

import type { Context, ErrorHandler } from 'hono'
import type { ErrorCode, Failure } from '#contract/errors.ts'
import { HttpError, toHttpError } from '../../errors/http-error.ts'

/**
 * Names of one error code in the formats of `/model/v1/generation` and `/model/v1/queue`. An absent
 * name is derived from the code and its status.
 */
type Words = {
  inAnswer?: string
  inTask?: number
  inQueue?: string
  queueType?: QueueErrorType
}

type QueueErrorType =
  | 'INFERENCE_FAILURE'
  | 'INFERENCE_TIMEOUT'
  | 'REQUEST_INVALID'
  | 'CONTENT_BLOCKED'
  | 'CANCELED'
  | 'INTERNAL_SERVER_ERROR'

/**
 * Names of error codes. Clients know the numbers 1002, 110001 and 190000 from other gateways with
 * this API.
 */
const words: Partial<Record<ErrorCode, Words>> = {
  invalid_params: { queueType: 'REQUEST_INVALID' },
  bad_picture: { inTask: 190000, queueType: 'REQUEST_INVALID' },
  too_large: { queueType: 'REQUEST_INVALID' },
  rate_limited: { inTask: 1002, inQueue: 'RATE_LIMIT_EXCEEDED' },
  too_many_tasks: { inQueue: 'RATE_LIMIT_EXCEEDED' },
  over_quota: { inQueue: 'RATE_LIMIT_EXCEEDED' },
  provider_unreachable: { inAnswer: 'BAD_GATEWAY' },
  provider_failed: { inAnswer: 'BAD_GATEWAY' },
  provider_refused: { inTask: 110001, inAnswer: 'BAD_GATEWAY' },
  timed_out: { queueType: 'INFERENCE_TIMEOUT' },
  interrupted: { queueType: 'INTERNAL_SERVER_ERROR' },
  storage_full: { queueType: 'INTERNAL_SERVER_ERROR' },
  internal: { inAnswer: 'INTERNAL_ERROR', queueType: 'INTERNAL_SERVER_ERROR' },
}

/**
 * Error number of a cancelled task, which both APIs report as failed because they have no status
 * for it.
 */
const cancelledNumber = 499

/**
 * Formats a task's failure. Clients expect a number as code, and read the message from one of two
 * fields.
 */
export function toTaskError({ code, message }: Failure, isCancelled: boolean) {
  const number = isCancelled ? cancelledNumber : (words[code]?.inTask ?? getStatus(code))
  return { code: number, message, error_message: message }
}

export const toQueueFailure = ({ code, message }: Failure, isCancelled: boolean) => ({
  error: { code: inAnswer(code), message },
  error_type: isCancelled ? 'CANCELED' : (words[code]?.queueType ?? 'INFERENCE_FAILURE'),
})

type ErrorForm = (error: HttpError, requestId: string | undefined) => object

/**
 * Formats an error with the message in three fields, because clients look for the message in
 * different fields.
 */
export const generationError: ErrorForm = ({ code, message, issues }) => ({
  error: {
    code: inAnswer(code),
    message,
    error_message: message,
    ...(issues && { issues }),
  },
  message,
})

export const queueError: ErrorForm = ({ code, message, issues }, requestId) => ({
  error: {
    code: words[code]?.inQueue ?? inAnswer(code),
    message,
    error_message: message,
    ...(issues && { issues }),
  },
  message,
  detail: message,
  ...(requestId !== undefined && { request_id: requestId }),
})

/** Formats an error for the catalogue, whose responses all contain their status. */
export const envelopeError: ErrorForm = ({ status, message }) => ({
  status: { code: status, message },
  data: null,
})

const inAnswer = (code: ErrorCode): string => words[code]?.inAnswer ?? code.toUpperCase()
const getStatus = (code: ErrorCode): number => new HttpError(code, '').status

/** Returns an error handler that formats errors with `form` and logs unexpected errors. */
export function answerErrors<E extends { Variables: { requestId?: string } }>(
  form: ErrorForm,
): ErrorHandler<E> {
  return (thrown, c) => {
    const error = toHttpError(thrown)
    const requestId = c.get('requestId')
    if (error.code === 'internal') console.error(requestId, thrown)
    if (error.retryAfterSeconds !== undefined) {
      c.header('Retry-After', String(Math.ceil(error.retryAfterSeconds)))
    }
    if (error.code === 'unauthorized') c.header('WWW-Authenticate', 'Bearer')
    return c.json(form(error, requestId), error.status)
  }
}

/**
 * Responds to all other methods of an existing path.
 * @param allowed the allowed methods, such as `GET, POST`.
 */
export const wrongMethod = (allowed: string) => (c: Context) => {
  c.header('Allow', allowed)
  throw new HttpError('method_not_allowed', `Use ${allowed} at this address.`)
}

export const answerUnknownPath = (c: Context): never => {
  throw new HttpError('not_found', `There is nothing here for ${c.req.method}.`)
}

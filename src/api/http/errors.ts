import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { ReadableError } from '#lib/explain.ts'
import type { ParamIssue } from '#lib/params/check/check-params.ts'

/**
 * The server refused the request. Programs should compare `code`, because `message` is a sentence
 * for a person.
 */
export class ApiError extends ReadableError {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly issues: readonly ParamIssue[]
  readonly requestId: string | undefined
  /** Delay in seconds after which a retry may succeed, if the server has sent a delay. */
  readonly retryAfterSeconds: number | undefined

  constructor(body: ErrorBody, status: number) {
    super(body.message)
    this.code = body.code
    this.status = status
    this.issues = body.issues ?? []
    this.requestId = body.requestId
    this.retryAfterSeconds = body.retryAfterSeconds
  }
}

/** The server could not be reached or did not answer in time. A retry may succeed. */
export class NetworkError extends ReadableError {
  override readonly name = 'NetworkError'
}

/** A stream of events ended early or sent nothing for too long. Reconnecting may succeed. */
export class StreamCutOffError extends ReadableError {
  override readonly name = 'StreamCutOffError'
}

/**
 * The server's response is invalid, usually because the page is older than the server. `cause` is
 * the error of the parser.
 */
export class UnexpectedAnswerError extends ReadableError {
  override readonly name = 'UnexpectedAnswerError'
}

/**
 * Returns whether the caller has aborted the request. Such an error is not reported to the person.
 */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError'

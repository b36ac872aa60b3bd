import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { ReadableError } from '#lib/explain.ts'
import type { ParamIssue } from '#lib/params/check/check-params.ts'

/** The server refused the request. Branch on `code`; `message` is a sentence for a person. */
export class ApiError extends ReadableError {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly issues: readonly ParamIssue[]
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined
  /** Seconds before a retry makes sense, if the server sent them. */
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

/** The connection closed or went silent during a stream. Reconnecting may succeed. */
export class StreamCutOffError extends ReadableError {
  override readonly name = 'StreamCutOffError'
}

/**
 * The server's answer is invalid, usually because the page is older than the server. `cause` is the
 * parser's error.
 */
export class UnexpectedAnswerError extends ReadableError {
  override readonly name = 'UnexpectedAnswerError'
}

/** Returns whether the caller aborted on purpose. Such an abort is not reported. */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError'

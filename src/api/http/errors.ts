import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { ReadableError } from '#lib/explain.ts'
import type { ParamIssue } from '#lib/params/check/check-params.ts'

/** The server answered, and said no. Branch on `code`; `message` is a sentence for a person. */
export class ApiError extends ReadableError {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** HTTP status. */
  readonly status: number
  /** What is wrong with which param, or field of the request. */
  readonly issues: readonly ParamIssue[]
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined
  /** Seconds after which trying again makes sense, where the server said so. */
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

/** The server could not be reached, or did not answer in time. Trying again may help. */
export class NetworkError extends ReadableError {
  override readonly name = 'NetworkError'
}

/** The connection closed, or went silent, in the middle of a stream. Reading on may help. */
export class StreamCutOffError extends ReadableError {
  override readonly name = 'StreamCutOffError'
}

/**
 * The answer is not what the contract says: as a rule the page was loaded before the server was
 * replaced by a newer one. `cause` has the parser's own words.
 */
export class UnexpectedAnswerError extends ReadableError {
  override readonly name = 'UnexpectedAnswerError'
}

/** Whether somebody gave up waiting on purpose. Not a failure: say nothing. */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError'

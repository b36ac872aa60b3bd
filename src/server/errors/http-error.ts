import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorBody, ErrorCode, Failure } from '#contract/errors.ts'
import { asString } from '#lib/fields.ts'
import type { ParamIssue } from '#lib/params/check/check-params.ts'

const statusByCode: Record<ErrorCode, ContentfulStatusCode> = {
  bad_request: 400,
  invalid_params: 400,
  bad_picture: 400,
  bad_document: 400,
  bad_model: 400,
  bad_model_file: 400,
  unauthorized: 401,
  forbidden: 403,
  confirmation_needed: 403,
  code_needed: 403,
  not_found: 404,
  unknown_model: 404,
  method_not_allowed: 405,
  conflict: 409,
  outdated: 409,
  too_large: 413,
  too_many_tasks: 429,
  rate_limited: 429,
  over_quota: 429,
  provider_unreachable: 502,
  provider_refused: 502,
  provider_failed: 502,
  engine_failed: 500,
  out_of_memory: 500,
  submission_uncertain: 502,
  result_invalid: 502,
  interrupted: 503,
  timed_out: 504,
  storage_full: 507,
  internal: 500,
}

/**
 * An error exactly as a service sent it, because clients with the service's own SDK expect this
 * form.
 */
export type UpstreamError = {
  status: ContentfulStatusCode
  code: string | null
  param: string | null
  type?: string | undefined
  /** Message of the service, without secrets. Empty if the service sent none. */
  message: string
}

type HttpErrorOptions = {
  cause?: unknown
  issues?: ParamIssue[]
  /** Seconds before a retry makes sense. Sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** Request id of the service, for questions to its support. */
  upstreamRequestId?: string
  /**
   * True if a service refuses this server's key, so that all requests to the service would fail.
   */
  isAboutKey?: boolean
  /** True if a service says that it does not charge for the failed task. */
  isRefunded?: boolean
  /** The service's error, which `/llm` returns instead of `code` and `message`. */
  upstream?: UpstreamError
}

/** Error for clients: a stable code and a sentence for a person. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode
  readonly status: ContentfulStatusCode
  readonly issues: ParamIssue[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly upstreamRequestId: string | undefined
  readonly isAboutKey: boolean
  readonly isRefunded: boolean
  readonly upstream: UpstreamError | undefined

  constructor(code: ErrorCode, message: string, options: HttpErrorOptions = {}) {
    // The message may quote text with lone surrogates or U+0000, which Postgres cannot store.
    super(message.replaceAll('\u0000', '\uFFFD').toWellFormed(), { cause: options.cause })
    this.code = code
    this.status = statusByCode[code]
    this.issues = options.issues
    this.retryAfterSeconds = options.retryAfterSeconds
    this.upstreamRequestId = options.upstreamRequestId
    this.isAboutKey = options.isAboutKey ?? false
    this.isRefunded = options.isRefunded ?? false
    this.upstream = options.upstream
  }

  toBody(requestId?: string): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(requestId !== undefined && { requestId }),
      ...(this.issues !== undefined && { issues: this.issues }),
      ...(this.retryAfterSeconds !== undefined && { retryAfterSeconds: this.retryAfterSeconds }),
    }
  }

  toFailure(): Failure {
    return {
      code: this.code,
      message: this.message,
      ...(this.upstreamRequestId !== undefined && { upstreamRequestId: this.upstreamRequestId }),
      ...(this.retryAfterSeconds !== undefined && { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.isRefunded && { isRefunded: true }),
    }
  }
}

/** Converts any error to one that can be sent to clients. Unexpected errors become `internal`. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  // If a body is not JSON, Hono throws an `HTTPException` before any schema check.
  if (error instanceof HTTPException && error.status < 500) {
    return new HttpError('bad_request', error.message, { cause: error })
  }
  if (isDiskFull(error)) {
    return new HttpError('storage_full', 'The disk is full. Free some space and try again.', {
      cause: error,
    })
  }
  const away = findStoreUnreachable(error)
  if (away) {
    return new HttpError('interrupted', `${asString(away.message)} Try again in a moment.`, {
      cause: error,
      retryAfterSeconds: 5,
    })
  }
  if (isDatabaseDamaged(error)) {
    return new HttpError(
      'internal',
      'A part of the database is damaged and cannot be read. Restore a backup; npm run doctor checks the stored files.',
      { cause: error },
    )
  }
  if (isStorageRefused(error)) {
    return new HttpError(
      'storage_full',
      'The data folder cannot be written to. Fix that and try again; stored data is safe.',
      { cause: error, retryAfterSeconds: 5 },
    )
  }
  if (isBucketUnreachable(error)) {
    return new HttpError(
      'interrupted',
      'The file storage cannot be reached. Try again in a moment.',
      { cause: error, retryAfterSeconds: 5 },
    )
  }
  return new HttpError('internal', 'Something went wrong on the server. Try again.', {
    cause: error,
  })
}

/**
 * Returns whether the disk is full, by an error of Node, of Postgres (53100), or of an embedded
 * Postgres that cannot start.
 */
export const isDiskFull = (error: unknown): boolean =>
  isInChain(
    error,
    ({ code, name, errno }) =>
      code === 'ENOSPC' ||
      code === 'EDQUOT' ||
      code === '53100' ||
      (name === 'ErrnoError' && errno === 51),
  )

const refusedCodes: unknown[] = ['EROFS', 'EACCES', 'EPERM', 'EIO']
const writing: unknown[] = ['write', 'writev', 'fsync', 'fdatasync', 'ftruncate', 'close']
/** Error numbers with which the embedded Postgres reports that the disk refuses writes. */
const refusedNumbers: unknown[] = [69, 2, 63, 29]
/** Error codes of Postgres if the disk refuses writes: `insufficient_privilege` and `io_error`. */
const refusedStates: unknown[] = ['42501', '58030']

/** Returns whether the disk refuses writes: read-only, without permission, or defective. */
export const isStorageRefused = (error: unknown): boolean =>
  isInChain(
    error,
    ({ code, name, errno, path, syscall }) =>
      refusedStates.includes(code) ||
      // A path or system call is required, because refused network connections have the same codes.
      (refusedCodes.includes(code) && (path !== undefined || writing.includes(syscall))) ||
      (name === 'ErrnoError' && refusedNumbers.includes(errno)),
  )

/**
 * Error codes of Postgres for damaged data: `data_corrupted`, `index_corrupted`, and
 * `undefined_file` for a table whose file is missing.
 */
const damagedStates: unknown[] = ['XX001', 'XX002', '58P01']

export const isDatabaseDamaged = (error: unknown): boolean =>
  isInChain(error, ({ code }) => damagedStates.includes(code))

/** Returns whether a unique index refused a row (Postgres state 23505). */
export const isUniqueViolation = (error: unknown): boolean =>
  isInChain(error, ({ code }) => code === '23505')

const findStoreUnreachable = (error: unknown) =>
  findInChain(error, ({ name }) => name === 'StoreUnreachableError')

const isBucketUnreachable = (error: unknown): boolean =>
  isInChain(error, ({ name }) => name === 'BucketUnreachableError')

/** Returns whether the store refuses writes for now, so that callers may wait and retry. */
export const isStoreAway = (error: unknown): boolean =>
  isDiskFull(error) ||
  isStorageRefused(error) ||
  findStoreUnreachable(error) !== undefined ||
  isBucketUnreachable(error)

type Signs = {
  code?: unknown
  name?: unknown
  message?: unknown
  errno?: unknown
  path?: unknown
  syscall?: unknown
}

const isInChain = (error: unknown, isIt: (signs: Signs) => boolean): boolean =>
  findInChain(error, isIt) !== undefined

function findInChain(error: unknown, isIt: (signs: Signs) => boolean): Signs | undefined {
  let link: unknown = error
  for (let depth = 0; depth < 5 && typeof link === 'object' && link !== null; depth++) {
    if (isIt(link)) return link
    link = 'cause' in link ? link.cause : undefined
  }
  return undefined
}

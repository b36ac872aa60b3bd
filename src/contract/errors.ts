import * as z from 'zod/mini'
import type { ParamIssue } from '#lib/params/check/check-params.ts'

/** Error codes, which stay stable, so that clients can compare the code and show the message. */
export const errorCodeSchema = z.enum([
  'bad_request',
  'invalid_params',
  'bad_picture',
  'bad_document',
  'bad_model',
  'bad_model_file',
  'unauthorized',
  'forbidden',
  'confirmation_needed',
  'code_needed',
  'not_found',
  'unknown_model',
  'method_not_allowed',
  'conflict',
  'outdated',
  'too_large',
  'too_many_tasks',
  'rate_limited',
  'over_quota',
  'provider_unreachable',
  'provider_refused',
  'provider_failed',
  'engine_failed',
  'out_of_memory',
  'submission_uncertain',
  'result_invalid',
  'interrupted',
  'timed_out',
  'storage_full',
  'internal',
])
export type ErrorCode = z.infer<typeof errorCodeSchema>

/**
 * An invalid param or request field. `path` is `''` for the whole value, otherwise a path such as
 * `face_limit` or `file/url`.
 */
const paramIssueSchema: z.ZodMiniType<ParamIssue> = z.object({
  path: z.string(),
  message: z.string(),
})

/** Body of every `/api` response with a status of 400 or more. */
export const errorBodySchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  requestId: z.optional(z.string()),
  issues: z.optional(z.array(paramIssueSchema)),
  /** Seconds until a retry makes sense, as in the header `Retry-After`. */
  retryAfterSeconds: z.optional(z.number().check(z.nonnegative())),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** Reason why a task or run failed, for the user. */
export const failureSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  upstreamRequestId: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.number().check(z.nonnegative())),
})
export type Failure = z.infer<typeof failureSchema> & {
  /** True if the service says that it does not charge for the failed task. Only the server reads it. */
  isRefunded?: true
}

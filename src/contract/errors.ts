import * as z from 'zod/mini'
import type { ParamIssue } from '#lib/params/check/check-params.ts'

/**
 * Everything that can go wrong, as codes that never change. The browser branches on the code and
 * shows the message.
 */
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
  'submission_uncertain',
  'result_invalid',
  'interrupted',
  'timed_out',
  'storage_full',
  'internal',
])
export type ErrorCode = z.infer<typeof errorCodeSchema>

/** One param, or field of a request, that is wrong. `path` is where, `''` the whole value, else `face_limit` or `file/url`. */
const paramIssueSchema: z.ZodMiniType<ParamIssue> = z.object({
  path: z.string(),
  message: z.string(),
})

/** Body of every answer of `/api` with a status of 400 or more. */
export const errorBodySchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  requestId: z.optional(z.string()),
  issues: z.optional(z.array(paramIssueSchema)),
  /** Seconds after which trying again makes sense; also the header `Retry-After`. */
  retryAfterSeconds: z.optional(z.number().check(z.nonnegative())),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** Why a task or a run ended badly, in words for a person. */
export const failureSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  /** The upstream's own id for its support, where it gave one. */
  upstreamRequestId: z.optional(z.string()),
  /** Seconds after its end at which trying again makes sense. */
  retryAfterSeconds: z.optional(z.number().check(z.nonnegative())),
})
export type Failure = z.infer<typeof failureSchema>

import type { UpstreamService } from '../../ports/upstream-service.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ownValue } from '#lib/own-value.ts'
import { quote } from '../openai/upstream-words.ts'
import { TaskFailedError, toFailureCode } from '../service/task-failed.ts'

type Reason = { code: ErrorCode; sentence: string }

/** Explanations of error numbers. The gateway's name precedes each text. */
const reasons: Record<string, Reason> = {
  '110001': {
    code: 'provider_refused',
    sentence:
      'rejected the task, most often because its content filter, or that of the model’s maker, objected.',
  },
  '190000': {
    code: 'bad_picture',
    sentence: 'could not read the picture. Try another one, as PNG or JPEG.',
  },
  '1002': {
    code: 'rate_limited',
    sentence: 'is limiting requests. Try again later.',
  },
  '429': {
    code: 'rate_limited',
    sentence: 'is limiting requests. Try again later.',
  },
  '401': { code: 'provider_refused', sentence: 'did not accept the key for this model.' },
  '403': {
    code: 'provider_refused',
    sentence: 'does not allow this account to use the model, or the account has no balance left.',
  },
  '408': { code: 'timed_out', sentence: 'reached its own time limit for this model.' },
  '504': { code: 'timed_out', sentence: 'reached its own time limit for this model.' },
  '499': { code: 'interrupted', sentence: 'cancelled this task: someone ended it there.' },
}
const noBalance: Reason = {
  code: 'provider_refused',
  sentence: 'refused because the account has no balance left.',
}

export const reasonOfCode = (code: string): Reason | undefined =>
  /^4020[1-8]$/.test(code) ? noBalance : ownValue(reasons, code)

/**
 * Describes in one sentence why a task failed.
 * @param told the error that the gateway sent.
 * @param options.upstreamId id of the task on the gateway, for its support.
 */
export function taskFailure(
  { title }: UpstreamService,
  told: { code: string; said: string },
  { upstreamId, secrets }: { upstreamId: string; secrets: readonly string[] },
): TaskFailedError {
  const reason = reasonOfCode(told.code)
  const said = quote(told.said, secrets)
  return new TaskFailedError(
    reason?.code ?? toFailureCode(told.said),
    `${title} ${reason?.sentence ?? 'could not make this model.'}${said}`,
    { upstreamRequestId: upstreamId },
  )
}

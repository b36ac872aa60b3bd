import type { ErrorCode } from '#contract/errors.ts'
import type { Task } from '#contract/tasks.ts'
import { t } from '#languages/studio.ts'

/**
 * Returns a sentence that says what may help after a failure.
 * @param code why the task failed.
 * @param isFree true for the local engine and self-hosted servers.
 */
export function failureAdvice(code: ErrorCode, isFree: boolean): string | undefined {
  switch (code) {
    case 'bad_picture':
      return t('Try another picture: one object, in full, on a plain or transparent background.')
    case 'engine_failed':
      return t('Another picture or another shape setting may work.')
    case 'out_of_memory':
      return isFree
        ? t('Lower the detail, or close other programs on the server, then try again.')
        : t('Lower the detail, then try again.')
    case 'provider_unreachable':
    case 'timed_out':
      return t('The service may be busy. Try again in a minute, or use another engine.')
    case 'provider_failed':
      return t('Trying again often helps; so does another picture.')
    case 'provider_refused':
      return t('Check this service’s key and balance, or use another engine.')
    case 'submission_uncertain':
      return t(
        'It may have been made and charged anyway: check your account with the service before you try again.',
      )
    case 'result_invalid':
      return t('The file that came back cannot be used. Try again, or change the settings.')
    case 'interrupted':
      return t('The server stopped during the task. Try again.')
    case 'rate_limited':
    case 'too_many_tasks':
      return t('Wait until others are done, then try again.')
    case 'storage_full':
      return t('Free up disk space on the server, then try again.')
    case 'bad_request':
    case 'invalid_params':
    case 'unauthorized':
    case 'forbidden':
    case 'confirmation_needed':
    case 'code_needed':
    case 'not_found':
    case 'unknown_model':
    case 'method_not_allowed':
    case 'conflict':
    case 'outdated':
    case 'too_large':
    case 'bad_document':
    case 'bad_model':
    case 'bad_model_file':
    case 'over_quota':
    case 'internal':
      return undefined
  }
}

/**
 * Returns a sentence that says whether a failed task was charged.
 * @param code why the task failed.
 */
export function describeCost(cost: NonNullable<Task['cost']>, code: ErrorCode | undefined): string {
  if (cost === 'nothing') return t('You were not charged.')
  return code === 'submission_uncertain'
    ? t('It is not known whether you were charged.')
    : t('The service had accepted the task; its terms say whether failed tasks are billed.')
}

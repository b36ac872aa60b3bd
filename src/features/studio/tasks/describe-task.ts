import { formatPercent } from '#lib/format.ts'
import { translateFailure, translateStage } from '#lib/language/translate-sentence.ts'
import type { Task } from '#contract/tasks.ts'
import { t } from '#languages/studio.ts'

export function describeTask(task: Task): string {
  switch (task.status) {
    case 'queued':
      return t('Waiting')
    case 'running': {
      const percent = task.progress === undefined ? '' : ` ${formatPercent(task.progress)}`
      return `${translateStage(task) ?? t('Starting')}${percent}`
    }
    case 'failed':
      return t('Failed: {message}', {
        message: translateFailure(task.failure) ?? t('no reason given'),
      })
    case 'cancelled':
      return t('Cancelled')
    case 'completed':
      return task.asset?.name ?? t('Model')
  }
}

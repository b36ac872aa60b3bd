import { formatPercent } from '#lib/format.ts'
import type { Task } from '#contract/tasks.ts'
import { t } from '#languages/studio.ts'

/**
 * Returns the title of a hidden page: the number of ended tasks, and the progress of the next task.
 */
export function pageTitle(task: Task | undefined, unseen: number): string | undefined {
  if (!task) return unseen > 0 ? t('({unseen}) Done · Bozzetto', { unseen }) : undefined
  return t('{hasUnseen, select, true {({unseen}) } other {}}{task} · Bozzetto', {
    unseen,
    hasUnseen: unseen > 0,
    task: formatTaskProgress(task),
  })
}

function formatTaskProgress(task: Task): string {
  if (task.status === 'queued') return t('Waiting')
  return task.progress === undefined ? t('Working') : formatPercent(task.progress)
}

import type { Task } from '#contract/tasks.ts'

/**
 * Returns the title of a hidden page: the number of ended tasks, and the progress of the next task.
 */
export function pageTitle(task: Task | undefined, unseen: number): string | undefined {
  if (!task) return unseen > 0 ? `(${unseen}) Done · Bozzetto` : undefined
  return `${unseen > 0 ? `(${unseen}) ` : ''}${formatTaskProgress(task)} · Bozzetto`
}

function formatTaskProgress(task: Task): string {
  if (task.status === 'queued') return 'Waiting'
  return task.progress === undefined ? 'Working' : `${Math.round(task.progress * 100)}%`
}

import type { Task } from '#contract/tasks.ts'

/** For the title of a page that nobody looks at: what has ended, and how far the next one is. */
export function pageTitle(task: Task | undefined, unseen: number): string | undefined {
  if (!task) return unseen > 0 ? `(${unseen}) Done · Bozzetto` : undefined
  return `${unseen > 0 ? `(${unseen}) ` : ''}${progressOf(task)} · Bozzetto`
}

function progressOf(task: Task): string {
  if (task.status === 'queued') return 'Waiting'
  return task.progress === undefined ? 'Working' : `${Math.round(task.progress * 100)}%`
}

import type { Task } from '#contract/tasks.ts'

export function describeTask(task: Task): string {
  switch (task.status) {
    case 'queued':
      return 'Waiting'
    case 'running': {
      const percent = task.progress === undefined ? '' : ` ${Math.round(task.progress * 100)}%`
      return `${task.stage ?? 'Starting'}${percent}`
    }
    case 'failed':
      return `Failed: ${task.failure?.message ?? 'no reason given'}`
    case 'cancelled':
      return 'Cancelled'
    case 'completed':
      return task.asset?.name ?? 'Model'
  }
}

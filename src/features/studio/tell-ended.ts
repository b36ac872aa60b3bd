import type { Task } from '#contract/tasks.ts'
import { showToast } from '#ui/toasts.ts'

/** A message about a task that ended while nobody looked at it. */
export function tellEnded(task: Task, onOpen: () => void): void {
  const show = { label: 'Show', onSelect: onOpen }
  if (task.status === 'completed') {
    showToast({
      kind: 'success',
      title: `${task.asset?.name ?? 'The model'} is done`,
      action: show,
    })
  }
  if (task.status === 'failed') {
    const detail = task.failure?.message
    showToast({ kind: 'error', title: 'No model this time', detail, action: show })
  }
}

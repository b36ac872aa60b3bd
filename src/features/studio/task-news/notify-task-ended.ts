import type { Task } from '#contract/tasks.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { newsStore } from './news.ts'
import { notifyEnded } from './notify.ts'
import { wantsNotifications } from './use-notifications.ts'

/**
 * Notifies about a task that ended while it was not visible.
 *
 * @param isOneOfMany true if more tasks of a batch follow: then a success is only shown in the
 * tray.
 */
export function notifyTaskEnded(
  task: Task,
  { isOneOfMany, onOpen }: { isOneOfMany: boolean; onOpen: () => void },
): void {
  if (task.status === 'cancelled') return
  newsStore.getState().ended()
  const isGood = task.status === 'completed'
  if (isGood && isOneOfMany) return
  if (document.hidden && wantsNotifications()) notifyEnded(task, onOpen)
  const action = { label: 'Show', onSelect: onOpen }
  if (isGood) {
    showToast({ kind: 'success', title: `${task.asset?.name ?? 'The model'} is done`, action })
  } else {
    const detail = task.failure?.message
    showToast({ kind: 'error', title: 'Generation failed', detail, action })
  }
}

import type { Task } from '#contract/tasks.ts'

/**
 * Shows a system notification for an ended task. Replaces an earlier one for the same task. Does
 * nothing without permission.
 */
export function notifyEnded(task: Task, onOpen: () => void): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const isDone = task.status === 'completed'
  const icon = task.asset?.thumbnailUrl ?? task.pictureUrl
  try {
    const message = new Notification(
      isDone ? `${task.asset?.name ?? 'The model'} is done` : 'Generation failed',
      {
        tag: task.id,
        body: isDone ? 'Your 3D model is ready.' : (task.failure?.message ?? ''),
        ...(icon !== undefined && { icon }),
      },
    )
    message.addEventListener('click', () => {
      window.focus()
      message.close()
      onOpen()
    })
  } catch (error) {
    // Phones allow notifications only from service workers. The page's title shows the same
    // information.
    console.warn('The system took no message.', error)
  }
}

import type { Task } from '#contract/tasks.ts'

/**
 * A message of the system about a task that has ended, for whoever is in another window. One about
 * the same task takes the place of the one before. Does nothing where the browser does not allow it.
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
    // Phones allow them to service workers only; the title tells all the same.
    console.warn('The system took no message.', error)
  }
}

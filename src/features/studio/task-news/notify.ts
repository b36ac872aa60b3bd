import { translateFailure } from '#lib/language/translate-sentence.ts'
import type { Task } from '#contract/tasks.ts'
import { t } from '#languages/studio.ts'

/**
 * Shows a system notification for an ended task, if the user has granted permission. Replaces an
 * earlier notification for the same task.
 */
export function notifyEnded(task: Task, onOpen: () => void): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const isDone = task.status === 'completed'
  const icon = task.asset?.thumbnailUrl ?? task.pictureUrl
  try {
    const message = new Notification(
      isDone
        ? t('{name} is done', { name: task.asset?.name ?? t('The model') })
        : t('Generation failed'),
      {
        tag: task.id,
        body: isDone ? t('Your 3D model is ready.') : (translateFailure(task.failure) ?? ''),
        ...(icon !== undefined && { icon }),
      },
    )
    message.addEventListener('click', () => {
      window.focus()
      message.close()
      onOpen()
    })
  } catch (error) {
    // Phones allow notifications only from service workers, so this call fails there. The page's
    // title shows the same information.
    console.warn('The system took no message.', error)
  }
}

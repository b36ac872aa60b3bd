import { showSystemNotice } from '#lib/browser/system-notice.ts'
import { translateFailure } from '#lib/language/translate-sentence.ts'
import type { Task } from '#contract/tasks.ts'
import { modelReadyMs, vibrate } from '#lib/browser/haptics.ts'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { newsStore } from './news.ts'

/**
 * Notifies the user of a task that ended while the studio was not visible.
 * @param isOneOfMany true if more tasks of a batch follow, so that a success is not announced.
 */
export function notifyTaskEnded(
  task: Task,
  { isOneOfMany, onOpen }: { isOneOfMany: boolean; onOpen: () => void },
): void {
  if (task.status === 'cancelled') return
  newsStore.getState().ended()
  const isGood = task.status === 'completed'
  if (isGood && isOneOfMany) return
  if (isGood) vibrate(modelReadyMs)
  if (document.hidden && noticesSetting.read()) notifyEnded(task, onOpen)
  const action = { label: t('Show'), onSelect: onOpen }
  if (isGood) {
    showToast({
      kind: 'success',
      title: t('{name} is done', { name: task.asset?.name ?? t('The model') }),
      action,
    })
  } else {
    const detail = translateFailure(task.failure)
    showToast({ kind: 'error', title: t('Generation failed'), detail, action })
  }
}

/** Shows a notice of the system for an ended task. Replaces the server’s notice of the same model. */
function notifyEnded({ id, status, asset, failure, pictureUrl }: Task, onOpen: () => void): void {
  const isDone = status === 'completed'
  const notice = {
    title: isDone
      ? t('{name} is done', { name: asset?.name ?? t('The model') })
      : t('Generation failed'),
    body: isDone ? t('Your 3D model is ready.') : (translateFailure(failure) ?? ''),
    tag: `model-${asset?.id ?? id}`,
    icon: asset?.thumbnailUrl ?? pictureUrl,
    path: asset ? `asset/${asset.id}` : '',
  }
  // The page's title shows the same, so a failure is only logged.
  showSystemNotice(notice, onOpen).catch((error: unknown) => console.warn('No notice.', error))
}

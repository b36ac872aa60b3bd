import { showSystemNotice } from '#lib/browser/system-notice.ts'
import { translateFailure } from '#lib/language/translate-sentence.ts'
import type { Task } from '#contract/tasks.ts'
import { t } from '#languages/studio.ts'

/** Shows a notice of the system for an ended task. Replaces the server’s notice of the same model. */
export function notifyEnded(
  { id, status, asset, failure, pictureUrl }: Task,
  onOpen: () => void,
): void {
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

import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'

/** Shows that only the first frame of an animated picture is used. */
export function announceAnimated(name: string): void {
  showToast({
    title: t('{name} is animated', { name }),
    detail: t('Only its first frame is used.'),
  })
}

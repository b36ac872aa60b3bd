import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'

/**
 * Requests permission for system notifications and shows the result.
 * @returns whether the user granted permission.
 */
export async function askToNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') {
    showToast({
      kind: 'error',
      title: t('This browser does not support notifications'),
      detail: t('The page title shows when a model is done.'),
    })
    return false
  }
  const isAllowed = (await Notification.requestPermission()) === 'granted'
  if (isAllowed) {
    showToast({ kind: 'success', title: t('You will be notified when a model is done') })
  } else {
    showToast({
      kind: 'error',
      title: t('Notifications are blocked for this page'),
      detail: t('Allow them in the site settings next to the address.'),
    })
  }
  return isAllowed
}

import { takeSharedFiles } from '#lib/browser/take-shared-files.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'

/**
 * Passes the files that another app has shared to `onFiles`.
 * @param isMissed true if they were shared before the app could receive files.
 */
export async function passSharedFiles(
  isMissed: boolean,
  onFiles: (files: readonly File[]) => Promise<void>,
): Promise<void> {
  if (isMissed) {
    showToast({
      kind: 'error',
      title: t('Nothing arrived'),
      detail: t('Bozzetto is ready now. Please share it once more.'),
    })
    return
  }
  await takeSharedFiles()
    .then(onFiles)
    .catch(reportFailure(t('Could not read the shared files')))
}

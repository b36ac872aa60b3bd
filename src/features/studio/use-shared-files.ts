import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'

/**
 * Handles `/?shared`: uses the files that another app has shared with the installed app, and
 * removes the query parameter.
 */
export function useSharedFiles(
  isActive: boolean,
  onFiles: (files: readonly File[]) => Promise<void>,
): void {
  const params = new URLSearchParams(useSearch())
  const isShared = params.has('shared')
  const isMissed = params.has('share-again')
  const [path, navigate] = useLocation()
  const take = useEffectEvent(() => {
    navigate(path, { replace: true })
    if (isMissed) {
      return showToast({
        kind: 'error',
        title: t('Nothing arrived'),
        detail: t('Bozzetto is ready now. Please share it once more.'),
      })
    }
    return import('#lib/browser/take-shared-files.ts')
      .then((code) => code.takeSharedFiles())
      .then(onFiles)
      .catch(reportFailure(t('Could not read the shared files')))
  })
  useEffect(() => {
    if (isActive && path === '/' && (isShared || isMissed)) void take()
  }, [isActive, path, isShared, isMissed])
}

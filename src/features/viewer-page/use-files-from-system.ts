import { useEffect, useEffectEvent } from 'react'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/viewer.ts'

type LaunchParams = { files?: readonly { getFile: () => Promise<File> }[] }

/** The Launch Handler API, which TypeScript's DOM types lack. */
type LaunchQueue = { setConsumer: (consume: (params: LaunchParams) => void) => void }

/**
 * Opens files that the operating system sends to the installed app, and files that other apps share
 * (`/view?shared`).
 */
export function useFilesFromSystem(onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const report = reportFailure(t('Could not read the file'))
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files = [] }) => {
      if (files.length > 0) Promise.all(files.map((file) => file.getFile())).then(take, report)
    })
    if (!new URLSearchParams(location.search).has('shared')) return
    history.replaceState(history.state, '', location.pathname)
    import('#lib/browser/take-shared-files.ts')
      .then((code) => code.takeSharedFiles())
      .then(take, report)
  }, [])
}

import ChevronDown from 'lucide-react/icons/chevron-down'
import Download from 'lucide-react/icons/download'
import PackageOpen from 'lucide-react/icons/package-open'
import Upload from 'lucide-react/icons/upload'
import { useRef, type ChangeEvent } from 'react'
import { downloadAsOwner } from '#api/access/access.ts'
import { archiveUrl } from '#api/library.ts'
import type { ImportedArchive } from '#contract/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { importedEndings } from '#model-files/import/own-models.ts'
import { t } from '#languages/library.ts'
import { useImportArchive } from '../queries/library-queries.ts'
import { showImportError, type ModelImport } from './use-model-import.ts'

type TransferMenuProps = { canExport: boolean; imports: ModelImport }

export function TransferMenu({ canExport, imports }: TransferMenuProps) {
  const models = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  const addArchive = useImportArchive()

  async function takeArchive([file]: File[]) {
    if (!file) return
    try {
      showToast({ kind: 'success', ...describeImport(await addArchive.mutateAsync(file)) })
    } catch (error) {
      showImportError(file.name, error)
    }
  }

  const isBusy = imports.isBusy || addArchive.isPending
  return (
    <>
      <input
        ref={models}
        type="file"
        accept={importedEndings.join(',')}
        multiple
        hidden
        onChange={(event) => imports.take(chosenIn(event))}
      />
      <input
        ref={archive}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={(event) => void takeArchive(chosenIn(event))}
      />
      {imports.progress ? (
        <Button icon={<Spinner />} onClick={imports.stop}>
          {t('Stop import ({at} of {total})', {
            at: imports.progress.at,
            total: imports.progress.total,
          })}
        </Button>
      ) : (
        <Menu
          items={[
            {
              label: t('Import models…'),
              icon: <Upload aria-hidden />,
              onSelect: () => models.current?.click(),
            },
            {
              label: t('Import a library…'),
              icon: <PackageOpen aria-hidden />,
              onSelect: () => archive.current?.click(),
            },
            ...(canExport ? (['separator', exportItem] as const) : []),
          ]}
          trigger={isBusy ? busyTrigger : trigger}
        />
      )}
    </>
  )
}

const tellNotExported = reportFailure(t('Nothing was exported'))

const exportItem = {
  label: t('Export the whole library'),
  icon: <Download aria-hidden />,
  onSelect: () => void downloadAsOwner(archiveUrl).catch(tellNotExported),
} as const

const trigger: OverlayTrigger = (props) => (
  <Button {...props} icon={<Upload aria-hidden />}>
    {t('Import')}
    <ChevronDown aria-hidden className="size-4 text-ink-faint" />
  </Button>
)

const busyTrigger: OverlayTrigger = (props) => (
  <Button {...props} isLoading icon={<Upload aria-hidden />}>
    {t('Import')}
  </Button>
)

function chosenIn({ target }: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(target.files ?? [])]
  // Browsers fire no change event if the user selects the same file twice.
  target.value = ''
  return files
}

function describeImport({ added, known, broken }: ImportedArchive) {
  const rest = [
    known > 0 && t('{known} were already in the library.', { known }),
    broken > 0 && t('{broken} were damaged and have been skipped.', { broken }),
  ].filter((part) => part !== false)
  return {
    title: added === 1 ? t('One model imported') : t('{added} models imported', { added }),
    ...(rest.length > 0 && { detail: rest.join(' ') }),
  }
}

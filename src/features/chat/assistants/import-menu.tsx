import FileUp from 'lucide-react/icons/file-up'
import FolderUp from 'lucide-react/icons/folder-up'
import Upload from 'lucide-react/icons/upload'
import { useRef, type ChangeEvent } from 'react'
import { useLocation } from 'wouter'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/app.ts'
import { useAssistantChanges } from '../queries/assistant-queries.ts'

const tellNotImported = reportFailure(t('Could not import the assistant.'))

const importButton = (trigger: OverlayTriggerProps) => (
  <Button {...trigger} icon={<Upload aria-hidden />}>
    {t('Import')}
  </Button>
)

const busyButton = (trigger: OverlayTriggerProps) => (
  <Button {...trigger} isLoading>
    {t('Import')}
  </Button>
)

export function ImportMenu({ onNotes }: { onNotes: (notes: readonly string[]) => void }) {
  const [, navigate] = useLocation()
  const { take } = useAssistantChanges()
  const file = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const send = (data: Blob) =>
    take.mutate(data, {
      onSuccess: ({ assistants, notes }) => {
        const [only] = assistants
        onNotes(notes)
        if (assistants.length === 1 && only && notes.length === 0) {
          navigate(`/chat/assistants/${only.id}`)
        } else
          showToast({
            title: t(
              '{assistantsCount, plural, one {# assistant} other {# assistants}} imported.',
              { assistantsCount: assistants.length },
            ),
          })
      },
      onError: tellNotImported,
    })
  const onFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    const [first] = files
    if (!first) return
    if (first.webkitRelativePath === '') return send(first)
    void import('./pack-folder.ts')
      .then(({ packFolder }) => packFolder(files))
      .then(send)
      .catch(tellNotImported)
  }
  return (
    <>
      <Menu
        trigger={take.isPending ? busyButton : importButton}
        items={[
          {
            label: t('A file: assistant, SKILL.md or ZIP…'),
            icon: <FileUp />,
            onSelect: () => file.current?.click(),
          },
          {
            label: t('A folder with skills…'),
            icon: <FolderUp />,
            onSelect: () => folder.current?.click(),
          },
        ]}
      />
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('Assistant or skill')}
        accept=".json,.md,.zip,.skill"
        onChange={onFiles}
      />
      <input
        ref={(element) => {
          folder.current = element
          // React has no property for the attribute `webkitdirectory`.
          element?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        aria-label={t('Folder with skills')}
        onChange={onFiles}
      />
    </>
  )
}

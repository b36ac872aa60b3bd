import { Loaded } from '#ui/layout/loaded.tsx'
import type { TrayItem } from '../attachments/tray-item.ts'
import type { Attachments } from './use-attachments.ts'
import type { HeldForFiles } from './use-held-for-files.ts'

const loadFailedFiles = async () => (await import('./failed-files.tsx')).FailedFiles
const loadTray = async () => (await import('../attachments/attachment-tray.tsx')).AttachmentTray

type ComposerFilesProps = {
  files: Attachments
  held: HeldForFiles
  onPasteAsText: (item: TrayItem) => void
}

export const ComposerFiles = ({ files, held, onPasteAsText }: ComposerFilesProps) => (
  <>
    <Loaded load={loadFailedFiles} isWanted={held.failed.length > 0} props={held} />
    <Loaded
      load={loadTray}
      isWanted={files.items.length > 0}
      props={{ items: files.items, onAdd: files.add, onRemove: files.remove, onPasteAsText }}
    />
  </>
)

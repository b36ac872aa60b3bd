import { formatPercent } from '#lib/format.ts'
import Eye from 'lucide-react/icons/eye'
import RotateCw from 'lucide-react/icons/rotate-cw'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { Attachment } from '#contract/chat/chat.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'
import { AttachmentChip, formatAttachmentSize } from './attachment-chip.tsx'
import type { TrayItem } from './tray-item.ts'

type AttachmentTrayProps = {
  items: readonly TrayItem[]
  onAdd: (files: readonly File[], pastedText?: string) => void
  onRemove: (key: string) => void
  onPasteAsText: (item: TrayItem) => void
}

const loadViewer = async () => (await import('./file-dialog.tsx')).FileDialog

export function AttachmentTray({ items, onAdd, onRemove, onPasteAsText }: AttachmentTrayProps) {
  const [opened, setOpened] = useState<Attachment>()
  if (items.length === 0) return null
  return (
    <>
      <ul aria-label={t('Files of this message')} className="flex flex-wrap gap-1.5 px-2.5 pt-2.5">
        {items.map((item) => (
          <li key={item.key} className="min-w-0 animate-appear">
            <AttachmentChip
              name={item.name}
              url={item.previewUrl ?? pictureUrl(item)}
              detail={getItemDetail(item)}
              isFailed={item.status === 'failed'}
            >
              {item.status === 'failed' && item.file && (
                <RetryButton item={item} file={item.file} onAdd={onAdd} onRemove={onRemove} />
              )}
              {item.status === 'ready' && item.attachment.kind === 'document' && (
                <IconButton
                  size="sm"
                  label={t('Show the text of {name}', { name: item.name })}
                  icon={<Eye aria-hidden />}
                  onClick={() => setOpened(item.attachment)}
                />
              )}
              {item.pastedText !== undefined && (
                <IconButton
                  size="sm"
                  label={t('Paste as text')}
                  icon={<TextCursorInput aria-hidden />}
                  onClick={() => onPasteAsText(item)}
                />
              )}
              <IconButton
                size="sm"
                label={t('Remove {name}', { name: item.name })}
                icon={<X aria-hidden />}
                onClick={() => onRemove(item.key)}
              />
            </AttachmentChip>
          </li>
        ))}
      </ul>
      <Loaded
        load={loadViewer}
        isWanted={opened !== undefined}
        props={{ attachment: opened, onClose: () => setOpened(undefined) }}
      />
    </>
  )
}

type RetryButtonProps = Pick<AttachmentTrayProps, 'onAdd' | 'onRemove'> & {
  item: TrayItem
  file: File
}

const RetryButton = ({ item, file, onAdd, onRemove }: RetryButtonProps) => (
  <IconButton
    size="sm"
    label={t('Try again: {name}', { name: item.name })}
    icon={<RotateCw aria-hidden />}
    onClick={() => {
      onRemove(item.key)
      onAdd([file], item.pastedText)
    }}
  />
)

const pictureUrl = (item: TrayItem): string | undefined =>
  item.status === 'ready' && item.attachment.kind === 'picture' ? item.attachment.url : undefined

function getItemDetail(item: TrayItem): string {
  if (item.status === 'failed') return item.message
  if (item.status === 'ready') return formatAttachmentSize(item.attachment)
  return item.fraction > 0 && item.fraction < 1 ? formatPercent(item.fraction) : t('Reading…')
}

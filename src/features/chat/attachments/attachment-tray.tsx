import RotateCw from 'lucide-react/icons/rotate-cw'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import X from 'lucide-react/icons/x'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { AttachmentChip, formatAttachmentSize } from './attachment-chip.tsx'
import type { TrayItem } from './tray-item.ts'

type AttachmentTrayProps = {
  items: readonly TrayItem[]
  /** Called with added files, and with a file whose upload is retried. */
  onAdd: (files: readonly File[], pastedText?: string) => void
  onRemove: (key: string) => void
  onPasteAsText: (item: TrayItem) => void
}

export const AttachmentTray = ({ items, onAdd, onRemove, onPasteAsText }: AttachmentTrayProps) =>
  items.length > 0 && (
    <ul aria-label="Files of this message" className="flex flex-wrap gap-1.5 px-2.5 pt-2.5">
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
            {item.pastedText !== undefined && (
              <IconButton
                size="sm"
                label="Paste as text"
                icon={<TextCursorInput aria-hidden />}
                onClick={() => onPasteAsText(item)}
              />
            )}
            <IconButton
              size="sm"
              label={`Remove ${item.name}`}
              icon={<X aria-hidden />}
              onClick={() => onRemove(item.key)}
            />
          </AttachmentChip>
        </li>
      ))}
    </ul>
  )

type RetryButtonProps = Pick<AttachmentTrayProps, 'onAdd' | 'onRemove'> & {
  item: TrayItem
  file: File
}

const RetryButton = ({ item, file, onAdd, onRemove }: RetryButtonProps) => (
  <IconButton
    size="sm"
    label={`Try again: ${item.name}`}
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
  return item.fraction > 0 && item.fraction < 1 ? `${Math.round(item.fraction * 100)}%` : 'Reading…'
}

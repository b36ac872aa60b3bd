import X from 'lucide-react/icons/x'
import { formatRoughCount } from '#lib/format.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/app.ts'
import { AttachmentChip } from '../attachments/attachment-chip.tsx'
import type { TemporaryFile } from './read-file.ts'

type FileChipsProps = {
  files: readonly TemporaryFile[]
  className?: string
  onRemove?: (id: string) => void
}

export const FileChips = ({ files, className, onRemove }: FileChipsProps) =>
  files.length > 0 && (
    <ul aria-label={t('Files')} className={cn('flex flex-wrap gap-1.5', className)}>
      {files.map((file) => (
        <li key={file.id} className="min-w-0">
          <AttachmentChip
            name={file.name}
            url={file.kind === 'picture' ? file.url : undefined}
            detail={
              file.kind === 'picture'
                ? t('Picture')
                : t('{textCount} characters', { textCount: formatRoughCount(file.text.length) })
            }
          >
            {onRemove && (
              <IconButton
                size="sm"
                label={t('Remove {name}', { name: file.name })}
                icon={<X aria-hidden />}
                onClick={() => onRemove(file.id)}
              />
            )}
          </AttachmentChip>
        </li>
      ))}
    </ul>
  )

import { useState } from 'react'
import type { Attachment } from '#contract/chat/chat.ts'
import { cn } from '#ui/cn.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'
import { AttachmentChip, formatAttachmentSize } from './attachment-chip.tsx'

type MessageFilesProps = {
  attachments: readonly Attachment[]
  deletedFiles?: number | undefined
  isMade?: boolean
}

const loadViewer = async () => (await import('./file-dialog.tsx')).FileDialog

export function MessageFiles({ attachments, deletedFiles = 0, isMade }: MessageFilesProps) {
  const [opened, setOpened] = useState<Attachment>()
  if (attachments.length + deletedFiles === 0) return null
  return (
    <>
      <ul
        aria-label={t('Files')}
        className={cn('flex flex-wrap gap-1.5', !isMade && 'justify-end')}
      >
        {attachments.map((attachment) => (
          <li key={attachment.id} className="min-w-0">
            <button
              type="button"
              aria-label={t('Open {name}', { name: attachment.name })}
              onClick={() => setOpened(attachment)}
              className="block max-w-full rounded-lg text-start hover:brightness-95"
            >
              {attachment.kind === 'picture' ? (
                <Thumbnail picture={attachment} isLarge={isMade} />
              ) : (
                <AttachmentChip name={attachment.name} detail={formatAttachmentSize(attachment)} />
              )}
            </button>
          </li>
        ))}
        {deletedFiles > 0 && (
          <li className="min-w-0">
            <AttachmentChip
              name={t('{deletedFiles, plural, one {Deleted file} other {# deleted files}}', {
                deletedFiles,
              })}
              detail={t('No longer stored')}
            />
          </li>
        )}
      </ul>
      <Loaded
        load={loadViewer}
        isWanted={opened !== undefined}
        props={{ attachment: opened, onClose: () => setOpened(undefined) }}
      />
    </>
  )
}

type ThumbnailProps = {
  picture: Extract<Attachment, { kind: 'picture' }>
  isLarge?: boolean | undefined
}

function Thumbnail({ picture, isLarge }: ThumbnailProps) {
  const [isGone, setIsGone] = useState(false)
  if (isGone) return <AttachmentChip name={picture.name} detail={t('No longer stored')} />
  return (
    <img
      src={picture.url}
      alt={picture.name}
      width={picture.widthPx}
      height={picture.heightPx}
      loading="lazy"
      onError={() => setIsGone(true)}
      className={cn(
        'w-auto rounded-lg border border-line bg-pressed',
        isLarge ? 'max-h-96 max-w-full object-contain' : 'h-32 max-w-60 object-cover',
      )}
    />
  )
}

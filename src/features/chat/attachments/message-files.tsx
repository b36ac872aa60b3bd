import { useState } from 'react'
import type { Attachment } from '#contract/chat.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { AttachmentChip, factsOf } from './attachment-chip.tsx'

type MessageFilesProps = {
  attachments: readonly Attachment[]
  /** How many more there were that have been deleted. */
  deletedFiles?: number | undefined
}

const loadViewer = async () => (await import('./file-dialog.tsx')).FileDialog

/** The files of a sent message: pictures as thumbnails, documents by name. A press opens them. */
export function MessageFiles({ attachments, deletedFiles = 0 }: MessageFilesProps) {
  const [opened, setOpened] = useState<Attachment>()
  if (attachments.length + deletedFiles === 0) return null
  return (
    <>
      <ul aria-label="Files" className="flex flex-wrap justify-end gap-1.5">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="min-w-0">
            <button
              type="button"
              aria-label={`Open ${attachment.name}`}
              onClick={() => setOpened(attachment)}
              className="block max-w-full rounded-lg text-left hover:brightness-95"
            >
              {attachment.kind === 'picture' ? (
                <Thumbnail picture={attachment} />
              ) : (
                <AttachmentChip name={attachment.name} detail={factsOf(attachment)} />
              )}
            </button>
          </li>
        ))}
        {deletedFiles > 0 && (
          <li className="min-w-0">
            <AttachmentChip
              name={deletedFiles === 1 ? 'Deleted file' : `${deletedFiles} deleted files`}
              detail="No longer stored"
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

type ThumbnailProps = { picture: Extract<Attachment, { kind: 'picture' }> }

function Thumbnail({ picture }: ThumbnailProps) {
  // Deleted elsewhere since the message was loaded.
  const [isGone, setIsGone] = useState(false)
  if (isGone) return <AttachmentChip name={picture.name} detail="No longer stored" />
  return (
    <img
      src={picture.url}
      alt={picture.name}
      width={picture.widthPx}
      height={picture.heightPx}
      loading="lazy"
      onError={() => setIsGone(true)}
      className="h-32 w-auto max-w-60 rounded-lg border border-line bg-pressed object-cover"
    />
  )
}

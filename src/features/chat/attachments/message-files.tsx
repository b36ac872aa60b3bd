import { useState } from 'react'
import type { Attachment } from '#contract/chat.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { AttachmentChip, factsOf } from './attachment-chip.tsx'

type MessageFilesProps = { attachments: readonly Attachment[] }

const loadViewer = async () => (await import('./file-dialog.tsx')).FileDialog

/** The files of a sent message: pictures as thumbnails, documents by name. A press opens them. */
export function MessageFiles({ attachments }: MessageFilesProps) {
  const [opened, setOpened] = useState<Attachment>()
  if (attachments.length === 0) return null
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
                <img
                  src={attachment.url}
                  alt={attachment.name}
                  width={attachment.widthPx}
                  height={attachment.heightPx}
                  loading="lazy"
                  className="h-32 w-auto max-w-60 rounded-lg border border-line bg-pressed object-cover"
                />
              ) : (
                <AttachmentChip name={attachment.name} detail={factsOf(attachment)} />
              )}
            </button>
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

import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/errors.ts'
import { getDocument } from '#api/documents.ts'
import type { Attachment } from '#contract/chat.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { factsOf } from './attachment-chip.tsx'

type FileDialogProps = { attachment: Attachment | undefined; onClose: () => void }

/** One file of a message at its full size: a picture, or the text that the model gets. */
export const FileDialog = ({ attachment, onClose }: FileDialogProps) => (
  <Dialog
    isOpen={attachment !== undefined}
    onClose={onClose}
    title={attachment?.name ?? ''}
    description={attachment && factsOf(attachment)}
    size="lg"
  >
    {attachment?.kind === 'picture' && (
      <img
        src={attachment.url}
        alt={attachment.name}
        className="mx-auto max-h-[75dvh] max-w-full rounded-lg object-contain"
      />
    )}
    {attachment?.kind === 'document' && <DocumentText id={attachment.id} />}
  </Dialog>
)

function DocumentText({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['chat', 'document', id],
    queryFn: ({ signal }) => getDocument(id, signal),
    staleTime: Infinity,
  })
  if (error) return <p role="alert">{explain(error)}</p>
  if (!data) return <Spinner label="Loading text" />
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys.
      tabIndex={0}
      className="max-h-[70dvh] overflow-auto rounded-lg bg-surface-sunken p-3 font-mono text-xs leading-relaxed whitespace-pre-wrap"
    >
      {data.text}
    </pre>
  )
}

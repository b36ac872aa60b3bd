import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { importChats } from '#api/chat/library.ts'
import { explain } from '#lib/explain.ts'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { chatQueries } from '../queries/chat-queries.ts'

type ImportDialogProps = { isOpen: boolean; onClose: () => void }

/** Takes in conversations from a file: an export of ours or of another program. */
export function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  const client = useQueryClient()
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: (file: File) => importChats(file),
    onSuccess: () => client.invalidateQueries({ queryKey: chatQueries.all }),
  })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Import chats"
      description="An export from Bozzetto, ChatGPT, Claude, Open WebUI or LibreChat, as ZIP or JSON. Chats that are already here are not changed."
    >
      <div className="flex flex-col gap-3">
        <DropZone
          label="Export file"
          accept="application/zip,.zip,application/json,.json"
          disabled={isPending}
          onFiles={([file]) => file && mutate(file)}
          className="grid min-h-32 place-items-center rounded-lg border border-dashed border-line-strong text-ink-muted"
        >
          {isPending ? (
            <span className="flex items-center gap-2">
              <Spinner /> Reading the file…
            </span>
          ) : (
            <span className="flex items-center gap-2">
              <FileUp aria-hidden className="size-4" /> Drop the file here, or click to choose it
            </span>
          )}
        </DropZone>
        {error && (
          <p role="alert" className="text-danger">
            {explain(error)}
          </p>
        )}
        {data && <Outcome answer={data} />}
      </div>
    </Dialog>
  )
}

function Outcome({
  answer: { conversations, messages, known, problems },
}: {
  answer: ImportAnswer
}) {
  return (
    <output className="flex flex-col gap-1">
      <p>
        {conversations === 0
          ? 'No new chats'
          : `Imported ${count(conversations, 'chat')} with ${count(messages, 'message')}`}
        {known > 0 && `; ${known.toLocaleString('en')} already here`}.
      </p>
      {problems.length > 0 && (
        <ul className="list-disc pl-5 text-warning">
          {problems.map(({ title, message }) => (
            <li key={title + message}>
              {title}: {message}
            </li>
          ))}
        </ul>
      )}
    </output>
  )
}

const count = (number: number, what: string) =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`

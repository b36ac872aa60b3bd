import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { importChats } from '#api/chat/library.ts'
import { explainError } from '#lib/explain.ts'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { ByPointer } from '#ui/layout/by-pointer.tsx'
import { chatQueries } from '../queries/chat-queries.ts'

type ImportDialogProps = { isOpen: boolean; onClose: () => void }

export function ImportChatsDialog({ isOpen, onClose }: ImportDialogProps) {
  const client = useQueryClient()
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: importAll,
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.all }),
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
          label="Export files"
          accept="application/zip,.zip,application/json,.json"
          disabled={isPending}
          isMultiple
          onFiles={(files) => mutate(files)}
          className="grid min-h-32 place-items-center rounded-lg border border-dashed border-line-strong text-ink-muted"
        >
          {isPending ? (
            <span className="flex items-center gap-2">
              <Spinner /> Importing…
            </span>
          ) : (
            <span className="flex items-center gap-2">
              <FileUp aria-hidden className="size-4" />{' '}
              <ByPointer fine="Drop files here, or click to choose them" coarse="Choose files" />
            </span>
          )}
        </DropZone>
        {error && (
          <p role="alert" className="text-danger">
            {explainError(error)}
          </p>
        )}
        {data && <Outcome answer={data} />}
      </div>
    </Dialog>
  )
}

/**
 * Imports files sequentially and skips unreadable ones.
 * @throws {Error} if the only file cannot be read.
 */
async function importAll(files: readonly File[]): Promise<ImportAnswer> {
  const all: ImportAnswer = {
    source: 'bozzetto',
    conversations: 0,
    messages: 0,
    known: 0,
    problems: [],
  }
  for (const file of files) {
    try {
      const { source, problems, ...counts } = await importChats(file)
      all.source = source
      all.conversations += counts.conversations
      all.messages += counts.messages
      all.known += counts.known
      all.folders = (all.folders ?? 0) + (counts.folders ?? 0)
      all.withoutPermissions = (all.withoutPermissions ?? 0) + (counts.withoutPermissions ?? 0)
      all.prompts = (all.prompts ?? 0) + (counts.prompts ?? 0)
      all.problems.push(...problems)
    } catch (error) {
      if (files.length === 1) throw error
      all.problems.push({ title: file.name, message: explainError(error) })
    }
  }
  return all
}

function Outcome({
  answer: {
    conversations,
    messages,
    known,
    folders = 0,
    withoutPermissions = 0,
    prompts = 0,
    problems,
  },
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
        {folders > 0 && ` Added files or instructions to ${count(folders, 'folder')}.`}
      </p>
      {withoutPermissions > 0 && (
        <p>
          The tools, permissions and limits of {count(withoutPermissions, 'chat')} were not
          imported. Choose them in Chat settings where you want them.
        </p>
      )}
      {prompts > 0 && (
        <p>
          {count(prompts, 'set')} of instructions came with the file. Each is shown in its chat or
          folder, and is not used until you accept it.
        </p>
      )}
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import FileUp from 'lucide-react/icons/file-up'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import {
  addFolderDocument,
  putFolderKnowledge,
  removeFolderDocument,
} from '#api/chat/folder-knowledge.ts'
import { t } from '#languages/app.ts'
import { folderKnowledgeQuery } from '../queries/folder-knowledge-query.ts'
import { uploadDocument } from '#api/documents.ts'
import { explainError } from '#lib/explain.ts'
import { instructionsMax, type Folder, type FolderKnowledge } from '#contract/chat/library.ts'
import { formatRoughCount } from '#lib/format.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { ByPointer } from '#ui/layout/by-pointer.tsx'
import { InstructionsForm } from '#ui/params/instructions-form.tsx'
import { OfferedText } from '../instructions/offered-text.tsx'
import { isEmbedding, MeaningSearch } from './meaning-search.tsx'

const progressMs = 2_000

const isUnderWay = ({ meaning }: Partial<FolderKnowledge> = {}): boolean =>
  meaning !== undefined && isEmbedding(meaning)

type FolderKnowledgeDialogProps = { folder: Folder; isOpen: boolean; onClose: () => void }

export function FolderKnowledgeDialog({ folder, isOpen, onClose }: FolderKnowledgeDialogProps) {
  const query = folderKnowledgeQuery(folder.id)
  const key = query.queryKey
  const { data, error } = useQuery({
    ...query,
    enabled: isOpen,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? progressMs : false),
  })
  const client = useQueryClient()
  const note = (knowledge: FolderKnowledge) => client.setQueryData(key, knowledge)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Files and instructions in “{name}”', { name: folder.name })}
      description={t(
        'Every chat in this folder uses them. The passages that best match each question are sent with it and listed as sources under the answer.',
      )}
      size="lg"
    >
      {error && <p role="alert">{explainError(error)}</p>}
      {!data && !error && <Spinner label={t('Loading')} />}
      {data && (
        <div className="flex flex-col gap-5">
          <Instructions key={folder.id} folderId={folder.id} knowledge={data} onSaved={note} />
          <Files folderId={folder.id} knowledge={data} onChanged={note} />
          <MeaningSearch
            folderId={folder.id}
            meaning={data.meaning}
            rerankModel={data.rerankModel}
            onChanged={note}
          />
        </div>
      )}
    </Dialog>
  )
}

type PartProps = { folderId: string; knowledge: FolderKnowledge }

function Instructions({
  folderId,
  knowledge: { instructions, offeredInstructions },
  onSaved,
}: PartProps & { onSaved: (knowledge: FolderKnowledge) => void }) {
  const save = useMutation({
    mutationFn: (next: string) => putFolderKnowledge(folderId, { instructions: next }),
    onSuccess: onSaved,
    onError: reportFailure(t('Could not save the instructions')),
  })
  return (
    <div className="flex flex-col gap-2">
      {offeredInstructions !== undefined && (
        <OfferedText
          place={t('this folder')}
          text={offeredInstructions}
          isSaving={save.isPending}
          onAccept={() => save.mutate(offeredInstructions)}
          onRemove={() => save.mutate('')}
        />
      )}
      <InstructionsForm
        label={t('Instructions')}
        hint={t('Sent before each chat’s own instructions.')}
        stored={instructions}
        lengthMax={instructionsMax}
        isSaving={save.isPending}
        onSave={save.mutateAsync}
      />
    </div>
  )
}

function Files({
  folderId,
  knowledge: { documents },
  onChanged,
}: PartProps & { onChanged: (knowledge: FolderKnowledge) => void }) {
  const [left, setLeft] = useState(0)
  const add = async (files: readonly File[]) => {
    setLeft(files.length)
    for (const [at, file] of files.entries()) {
      try {
        const { id } = await uploadDocument(file, file.name, new AbortController().signal)
        onChanged(await addFolderDocument(folderId, id))
      } catch (error) {
        showToast({
          kind: 'error',
          title: t('Could not add “{name}”', { name: file.name }),
          detail: explainError(error),
        })
      }
      setLeft(files.length - at - 1)
    }
  }
  const remove = useMutation({
    mutationFn: (id: string) => removeFolderDocument(folderId, id),
    onSuccess: onChanged,
    onError: reportFailure(t('Could not remove the file')),
  })
  return (
    <section aria-label={t('Files')} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{t('Files')}</h3>
      <DropZone
        label={t('Add files')}
        accept=".pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.epub,.zip,.txt,.md,.csv,.json,text/*"
        isMultiple
        disabled={left > 0}
        onFiles={(files) => void add(files)}
        className="grid min-h-20 place-items-center rounded-lg border border-dashed border-line-strong text-ink-muted"
      >
        <span className="flex items-center gap-2">
          {left > 0 ? <Spinner /> : <FileUp aria-hidden className="size-4" />}
          {left > 0 ? (
            t('Reading {left} more…', { left })
          ) : (
            <ByPointer
              fine={t('Drop files here, or click to choose them')}
              coarse={t('Choose files')}
            />
          )}
        </span>
      </DropZone>
      {documents.length > 0 && (
        <ul className="flex flex-col gap-1">
          {documents.map(({ id, name, textLength, isCut }) => (
            <li key={id} className="flex items-center gap-2">
              <FileText aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-xs text-ink-faint">
                {t('{textLength} characters', { textLength: formatRoughCount(textLength) })}
                {isCut && t(', cut')}
              </span>
              <IconButton
                size="sm"
                label={t('Remove {name}', { name })}
                icon={<X aria-hidden />}
                disabled={remove.isPending}
                onClick={() => remove.mutate(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

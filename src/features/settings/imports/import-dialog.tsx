import { toMidSentence } from '#lib/format.ts'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import FileJson2 from 'lucide-react/icons/file-braces-corner'
import { useId, useState, type FormEvent } from 'react'
import { explainError } from '#lib/explain.ts'
import type { ImportDraft, ReadImport } from '#contract/model-imports.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { ByPointer } from '#ui/layout/by-pointer.tsx'
import { t } from '#languages/settings.ts'
import { ConfirmImport } from './confirm-import.tsx'
import { toImportChoice, type ImportChoice, type ImportSource } from './import-choice.ts'
import { useCreateImport, useReadImport } from './queries.ts'

type ImportDialogProps = { isOpen: boolean; sources: readonly ImportSource[]; onClose: () => void }

export function ImportModelDialog({ isOpen, sources, onClose }: ImportDialogProps) {
  const formId = useId()
  const [request, setRequest] = useState<ReadImport>({
    connection: sources[0]?.id ?? '',
    source: '',
  })
  const [choice, setChoice] = useState<ImportChoice>()
  const read = useReadImport()
  const create = useCreateImport()
  const source = sources.find(({ id }) => id === request.connection)
  const draft = choice && read.data

  function begin(event: FormEvent) {
    event.preventDefault()
    if (read.isPending || request.source.trim() === '') return
    read.mutate(request, { onSuccess: (found) => setChoice(toImportChoice(found)) })
  }
  function add() {
    if (!choice) return
    const { name, output, pictures, params } = choice
    create.mutate(
      { ...request, name, pictures, params, ...(output !== undefined && { output }) },
      {
        onSuccess: (made) => {
          showToast({ kind: 'success', title: t('{name} is in the studio', { name: made.name }) })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size={draft ? 'lg' : 'md'}
      title={draft ? t('Check the form') : t('Import a model')}
      description={
        draft ? draft.id : t('Its parameters become a form. You check it before anything is added.')
      }
      footer={
        draft ? (
          <Footer
            canAdd={choice.name.trim() !== '' && choice.params.length > 0}
            isBusy={create.isPending}
            onBack={() => setChoice(undefined)}
            onAdd={add}
          />
        ) : (
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabled={request.source.trim() === ''}
            isLoading={read.isPending}
          >
            {t('Read')}
          </Button>
        )
      }
    >
      {draft ? (
        <Confirm draft={draft} choice={choice} problem={create.error} onChange={setChoice} />
      ) : (
        <form id={formId} onSubmit={begin} noValidate className="flex flex-col gap-5">
          {sources.length > 1 && (
            <FormField label={t('Connection')}>
              <Select
                value={request.connection}
                options={sources.map(({ id, name }) => ({ value: id, label: name }))}
                onValueChange={(connection) => {
                  read.reset()
                  setRequest({ connection, source: '' })
                }}
              />
            </FormField>
          )}
          {source && (
            <Source
              source={source}
              request={request}
              problem={read.error ? explainError(read.error) : undefined}
              onChange={(next) => {
                read.reset()
                setRequest(next)
              }}
            />
          )}
        </form>
      )}
    </Dialog>
  )
}

type FooterProps = { canAdd: boolean; isBusy: boolean; onBack: () => void; onAdd: () => void }

const Footer = ({ canAdd, isBusy, onBack, onAdd }: FooterProps) => (
  <>
    <Button variant="ghost" icon={<ArrowLeft aria-hidden />} onClick={onBack} className="me-auto">
      {t('Back')}
    </Button>
    <Button variant="primary" disabled={!canAdd} isLoading={isBusy} onClick={onAdd}>
      {t('Add')}
    </Button>
  </>
)

type ConfirmProps = {
  draft: ImportDraft
  choice: ImportChoice
  problem: Error | null
  onChange: (choice: ImportChoice) => void
}

const Confirm = ({ draft, choice, problem, onChange }: ConfirmProps) => (
  <div className="flex flex-col gap-5">
    <ConfirmImport draft={draft} choice={choice} onChange={onChange} />
    {problem && (
      <p role="alert" className="text-pretty text-danger">
        {explainError(problem)}
      </p>
    )}
  </div>
)

type SourceProps = {
  source: ImportSource
  request: ReadImport
  problem: string | undefined
  onChange: (request: ReadImport) => void
}

function Source({ source: { imports }, request, problem, onChange }: SourceProps) {
  if (!imports.isFile) {
    return (
      <FormField label={imports.label} isRequired error={problem}>
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has no other field.
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder={imports.example}
          value={request.source}
          onChange={(event) => onChange({ ...request, source: event.target.value })}
          className="font-mono"
        />
      </FormField>
    )
  }
  async function take([file]: File[]) {
    if (file)
      onChange({ ...request, source: await file.text(), name: file.name.replace(/\.json$/i, '') })
  }
  return (
    <div className="flex flex-col gap-2">
      <DropZone
        label={t('Choose a {label} file', { label: toMidSentence(imports.label) })}
        accept=".json,application/json"
        onFiles={(files) => void take(files)}
      >
        <p className="flex flex-col items-center gap-2 p-6 text-center text-ink-muted">
          <FileJson2 aria-hidden className="size-6 text-ink-faint" />
          {request.source === '' ? (
            <ByPointer
              fine={t('Drop a workflow here, or choose one')}
              coarse={t('Choose a workflow')}
            />
          ) : (
            t('{name} is chosen', { name: request.name ?? t('Workflow') })
          )}
        </p>
      </DropZone>
      <p className="text-xs text-pretty text-ink-faint">
        {t('Exported from ComfyUI with “Export (API)”.')}
      </p>
      {problem !== undefined && (
        <p role="alert" className="text-pretty text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

import { useId, useState } from 'react'
import { explainError } from '#lib/explain.ts'
import { checkParams } from '#lib/params/check/check-params.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { t } from '#languages/app.ts'
import { Button } from '../actions/button.tsx'
import { FormField } from '../fields/field.tsx'
import { TextArea } from '../fields/text-area.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { ParamRows } from './param-rows.tsx'

type Value = { instructions: string; params: Readonly<Record<string, unknown>> }

type InstructionsDialogProps = {
  isOpen: boolean
  title: string
  description: string
  value: Value | undefined
  /** Undefined until the schema is loaded. */
  paramSchema: ParamSchema | undefined
  lengthMax: number
  isPending: boolean
  error: Error | null
  onSave: (value: { instructions: string; params: Record<string, unknown> }) => void
  onClose: () => void
}

/** Renders a dialog that edits instructions and params. */
export function InstructionsDialog(props: InstructionsDialogProps) {
  const { isOpen, title, description, value, isPending, onClose } = props
  const formId = useId()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isLoading={isPending}
            disabled={!value}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      {isOpen && value && <Form {...props} value={value} formId={formId} />}
    </Dialog>
  )
}

type FormProps = InstructionsDialogProps & { value: Value; formId: string }

function Form({ value, paramSchema, lengthMax, error, onSave, formId }: FormProps) {
  const [draft, setDraft] = useState(value)
  const issues = paramSchema ? checkParams(paramSchema, draft.params) : []
  return (
    <form
      id={formId}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (issues.length === 0) onSave({ ...draft, params: { ...draft.params } })
      }}
    >
      {error && (
        <p role="alert" className="text-danger">
          {explainError(error)}
        </p>
      )}
      <FormField label={t('Instructions')}>
        <TextArea
          rowsMin={3}
          rowsMax={12}
          maxLength={lengthMax}
          value={draft.instructions}
          onChange={({ target }) => setDraft({ ...draft, instructions: target.value })}
        />
      </FormField>
      {paramSchema && (
        <ParamRows
          paramSchema={paramSchema}
          params={draft.params}
          issues={issues}
          onChange={(params) => setDraft({ ...draft, params })}
        />
      )}
    </form>
  )
}

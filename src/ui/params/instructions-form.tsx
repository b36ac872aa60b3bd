import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { t } from '#languages/app.ts'

type InstructionsFormProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  placeholder?: string | undefined
  stored: string
  lengthMax: number
  isSaving: boolean
  /** Rejects if the instructions were not saved. */
  onSave: (text: string) => Promise<unknown>
}

/** Renders instructions with a button to save them. Shows the stored text until it is edited. */
export function InstructionsForm({ stored, isSaving, onSave, ...field }: InstructionsFormProps) {
  const [draft, setDraft] = useState<string>()
  const text = draft ?? stored
  const save = () =>
    onSave(text).then(
      () => setDraft((now) => (now === text ? undefined : now)),
      // The caller shows the error.
      () => {},
    )
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormField label={field.label} hint={field.hint} error={field.error}>
        <TextArea
          rowsMin={3}
          rowsMax={12}
          maxLength={field.lengthMax}
          placeholder={field.placeholder}
          value={text}
          onChange={({ target }) => setDraft(target.value)}
        />
      </FormField>
      <div className="flex justify-end">
        <Button type="submit" disabled={text.trim() === stored.trim()} isLoading={isSaving}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

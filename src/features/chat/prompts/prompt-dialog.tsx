import { useState } from 'react'
import type { Prompt } from '#contract/chat/library.ts'
import { fillPrompt, readVariables, type PromptVariable } from '#lib/prompt-variables.ts'
import { ownValue } from '#lib/own-value.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { t } from '#languages/app.ts'

type PromptDialogProps = {
  prompt: Prompt | undefined
  onClose: () => void
  onDone: (text: string) => void
}

export const PromptDialog = ({ prompt, onClose, onDone }: PromptDialogProps) => (
  <Dialog isOpen={prompt !== undefined} onClose={onClose} title={prompt?.title ?? ''}>
    {prompt && <Form key={prompt.id} text={prompt.text} onDone={onDone} />}
  </Dialog>
)

function Form({ text, onDone }: { text: string; onDone: (text: string) => void }) {
  const variables = readVariables(text)
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(variables.map(({ name, preset }) => [name, preset])),
  )
  const filled = fillPrompt(text, values)
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(filled)
      }}
    >
      {variables.map((variable) => (
        <FormField key={variable.name} label={variable.name}>
          <VariableControl
            variable={variable}
            value={ownValue(values, variable.name) ?? ''}
            onChange={(value) => setValues((held) => ({ ...held, [variable.name]: value }))}
          />
        </FormField>
      ))}
      <p
        aria-label={t('Preview')}
        className="max-h-40 overflow-y-auto rounded-md bg-surface-sunken px-3 py-2 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-muted"
      >
        {filled}
      </p>
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          {t('Insert into message')}
        </Button>
      </div>
    </form>
  )
}

type VariableControlProps = {
  variable: PromptVariable
  value: string
  onChange: (value: string) => void
}

const VariableControl = ({ variable: { choices }, value, onChange }: VariableControlProps) =>
  choices ? (
    <Select
      value={value}
      onValueChange={onChange}
      options={choices.map((choice) => ({ value: choice, label: choice }))}
    />
  ) : (
    <TextArea rowsMin={1} value={value} onChange={({ target }) => onChange(target.value)} />
  )

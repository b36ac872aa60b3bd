import { useId, useState, type FormEvent } from 'react'
import { explain } from '#api/errors.ts'
import { passwordLengthMax } from '#contract/access.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Field } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { FormButtons } from '../form-buttons.tsx'
import { useRemovePassword } from './access-queries.ts'

type RemovePasswordDialogProps = { isOpen: boolean; onClose: () => void }

/** Goes back to the link that the server prints, after the password has been given once more. */
export function RemovePasswordDialog({ isOpen, onClose }: RemovePasswordDialogProps) {
  const remove = useRemovePassword()
  const formId = useId()

  function submit(current: string) {
    remove.mutate(current, {
      onSuccess: () => {
        showToast({ title: 'The password is removed', kind: 'success' })
        onClose()
      },
    })
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Remove the password?"
      description="Then the link that the server prints at its start lets in again. This browser stays signed in, all others are signed out."
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label="Remove"
          isDangerous
          isPending={remove.isPending}
          onCancel={onClose}
        />
      }
    >
      <ConfirmForm
        key={String(isOpen)}
        formId={formId}
        error={remove.error ? explain(remove.error) : undefined}
        onSubmit={submit}
      />
    </Dialog>
  )
}

type ConfirmFormProps = {
  formId: string
  error: string | undefined
  onSubmit: (password: string) => void
}

function ConfirmForm({ formId, error, onSubmit }: ConfirmFormProps) {
  const [password, setPassword] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password !== '') onSubmit(password)
  }

  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Field label="Present password" error={error}>
        <TextField
          type="password"
          autoComplete="current-password"
          maxLength={passwordLengthMax}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </form>
  )
}

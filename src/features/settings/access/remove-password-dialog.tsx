import { useId, useState, type FormEvent } from 'react'
import { explainError } from '#lib/explain.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { useRemovePassword } from './access-queries.ts'
import { CurrentPasswordField } from './current-password-field.tsx'

type RemovePasswordDialogProps = { isOpen: boolean; onClose: () => void }

/**
 * Renders a dialog that removes the password. Afterwards the user signs in with a link that the
 * server prints.
 */
export function RemovePasswordDialog({ isOpen, onClose }: RemovePasswordDialogProps) {
  const remove = useRemovePassword()
  const formId = useId()

  function submit(current: string) {
    remove.mutate(current, {
      onSuccess: () => {
        showToast({ title: t('Password removed'), kind: 'success' })
        onClose()
      },
    })
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Remove the password?')}
      description={t(
        'You’ll sign in with the link that the server prints when it starts. All other browsers will be signed out.',
      )}
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label={t('Remove')}
          isDangerous
          isPending={remove.isPending}
          onCancel={onClose}
        />
      }
    >
      <ConfirmForm
        key={String(isOpen)}
        formId={formId}
        error={remove.error ? explainError(remove.error) : undefined}
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
      <CurrentPasswordField
        label={t('Current password')}
        error={error}
        value={password}
        onChange={setPassword}
      />
    </form>
  )
}

import { useId, useState, type FormEvent } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { passwordLengthMax, passwordLengthMin } from '#contract/access/access.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { useChangePassword } from './access-queries.ts'
import { CurrentPasswordField } from './current-password-field.tsx'

type PasswordDialogProps = { isOpen: boolean; onClose: () => void; isCurrentNeeded: boolean }

export function PasswordDialog({ isOpen, onClose, isCurrentNeeded }: PasswordDialogProps) {
  const change = useChangePassword()
  const formId = useId()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={isCurrentNeeded ? t('Change the password') : t('Set a password')}
      description={t(
        'At least {passwordLengthMin} characters. A few words are easier to remember than symbols. It can’t be shown again.',
        { passwordLengthMin },
      )}
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label={t('Save')}
          isPending={change.isPending}
          onCancel={onClose}
        />
      }
    >
      <PasswordForm
        key={String(isOpen)}
        formId={formId}
        isCurrentNeeded={isCurrentNeeded}
        refusal={change.error}
        onSubmit={(current, next) =>
          change.mutate(
            { next, ...(isCurrentNeeded && { current }) },
            {
              onSuccess: () => {
                showToast({ title: t('Password set'), kind: 'success' })
                onClose()
              },
            },
          )
        }
      />
    </Dialog>
  )
}

type PasswordFormProps = {
  formId: string
  isCurrentNeeded: boolean
  refusal: Error | null
  onSubmit: (current: string, next: string) => void
}

function PasswordForm({ formId, isCurrentNeeded, refusal, onSubmit }: PasswordFormProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [isTooShort, setIsTooShort] = useState(false)
  const isCurrentWrong = refusal instanceof ApiError && refusal.code === 'forbidden'

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTooShort(next.length < passwordLengthMin)
    if (next.length >= passwordLengthMin) onSubmit(current, next)
  }

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {isCurrentNeeded && (
        <CurrentPasswordField
          label={t('Current password')}
          error={isCurrentWrong ? explainError(refusal) : undefined}
          value={current}
          onChange={setCurrent}
        />
      )}
      <FormField
        label={t('New password')}
        error={
          isTooShort
            ? t('Use at least {passwordLengthMin} characters.', { passwordLengthMin })
            : refusal && !isCurrentWrong
              ? explainError(refusal)
              : undefined
        }
      >
        <TextField
          type="password"
          autoComplete="new-password"
          maxLength={passwordLengthMax}
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </FormField>
    </form>
  )
}

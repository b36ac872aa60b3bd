import { useId, useState, type FormEvent } from 'react'
import { getFieldProblems } from '#api/http/field-problems.ts'
import { emailLengthMax } from '#contract/access/access.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { useBeginAccounts } from './people-queries.ts'

type BeginDialogProps = { isOpen: boolean; onClose: () => void }

export function BeginDialog({ isOpen, onClose }: BeginDialogProps) {
  const begin = useBeginAccounts()
  const formId = useId()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const problems = getFieldProblems(begin.error, ['email', 'name'])

  function close() {
    begin.reset()
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    begin.mutate(
      { name, email },
      {
        onSuccess: () => {
          showToast({ title: t('Accounts are on'), kind: 'success' })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('Turn on accounts')}
      description={t(
        'Everything that is here becomes yours. From now on you sign in with this email address and the password of this server. This can’t be undone.',
      )}
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label={t('Turn on')}
          isPending={begin.isPending}
          onCancel={close}
        />
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <FormField label={t('Your name')} error={problems.name}>
          <TextField
            autoComplete="name"
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </FormField>
        <FormField label={t('Your email')} hint={t('You sign in with it.')} error={problems.email}>
          <TextField
            type="email"
            autoComplete="email"
            required
            maxLength={emailLengthMax}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </FormField>
      </form>
    </Dialog>
  )
}

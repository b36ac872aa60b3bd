import { useId, useState, type FormEvent } from 'react'
import { isPasskeyCancelled } from '#api/access/passkeys.ts'
import { explainError } from '#lib/explain.ts'
import type { Passkey } from '#contract/access/passkeys.ts'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../../layout/form-buttons.tsx'
import { useAddPasskey, useRenamePasskey } from '../access-queries.ts'
import { describeBrowser } from '../describe-browser.ts'

type PasskeyDialogProps = {
  passkey: Passkey | 'new' | undefined
  onClose: () => void
}

export function PasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const add = useAddPasskey()
  const rename = useRenamePasskey()
  const formId = useId()
  const isNew = passkey === 'new'
  const [name, setName] = useState(() =>
    typeof passkey === 'object' ? passkey.name : describeBrowser(navigator.userAgent),
  )
  const error = isNew ? add.error : rename.error

  function submit(event: FormEvent) {
    event.preventDefault()
    const options = { onSuccess: onClose }
    if (isNew) add.mutate(name, options)
    else if (passkey) rename.mutate({ id: passkey.id, name }, options)
  }

  return (
    <Dialog
      isOpen={passkey !== undefined}
      onClose={onClose}
      title={isNew ? t('Add a passkey') : t('Rename the passkey')}
      description={
        isNew
          ? t('Your browser asks for your fingerprint, face or PIN, or for a security key.')
          : ''
      }
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label={isNew ? t('Continue') : t('Save')}
          isPending={add.isPending || rename.isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} onSubmit={submit}>
        <FormField label={t('Name')} error={error ? describe(error) : undefined}>
          <TextField
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </FormField>
      </form>
    </Dialog>
  )
}

function describe(error: Error): string {
  if (isPasskeyCancelled(error)) return t('Nothing was added. Try again when you are ready.')
  return error.name === 'InvalidStateError'
    ? t('This device already has a passkey for this account.')
    : explainError(error)
}

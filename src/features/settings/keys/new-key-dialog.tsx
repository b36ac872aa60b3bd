import { useId, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { defaultKeyLimits, keyScopes, type CreatedKey } from '#contract/keys.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { CopyField } from '../layout/copy-field.tsx'
import { KeyForm } from './key-form.tsx'
import { useCreateKey } from '../queries/settings-queries.ts'

type NewKeyDialogProps = { isOpen: boolean; onClose: () => void }

/** Makes a key and shows it, this once. */
export function NewKeyDialog({ isOpen, onClose }: NewKeyDialogProps) {
  const create = useCreateKey()
  const formId = useId()
  const [made, setMade] = useState<CreatedKey>()
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    // A new round begins empty; while it fades out the words stay.
    if (isOpen) setMade(undefined)
  }

  if (made) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={`The key for ${made.key.name}`}
        description="Copy it now. For your security, it won’t be shown again."
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <CopyField label="API key" text={made.secret} isSelected />
      </Dialog>
    )
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="New key"
      footer={
        <FormButtons
          formId={formId}
          label="Create"
          isPending={create.isPending}
          onCancel={onClose}
        />
      }
    >
      <KeyForm
        key={String(isOpen)}
        formId={formId}
        name=""
        limits={defaultKeyLimits}
        scopes={keyScopes}
        onSubmit={(wanted) =>
          create.mutate(wanted, {
            onSuccess: setMade,
            onError: (error) =>
              showToast({
                title: 'Could not create the key',
                detail: explain(error),
                kind: 'error',
              }),
          })
        }
      />
    </Dialog>
  )
}

import { useId } from 'react'
import { defaultKeyLimits, defaultKeyScopes, type CreatedKey } from '#contract/access/keys.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormButtons } from '../layout/form-buttons.tsx'
import { ShownOnceDialog } from '../layout/shown-once-dialog.tsx'
import { useSinceOpened } from '../layout/use-since-opened.ts'
import { KeyForm } from './key-form.tsx'
import { useCreateKey } from '../queries/settings-queries.ts'

type NewKeyDialogProps = { isOpen: boolean; onClose: () => void }

export function NewKeyDialog({ isOpen, onClose }: NewKeyDialogProps) {
  const create = useCreateKey()
  const formId = useId()
  const [made, setMade] = useSinceOpened<CreatedKey>(isOpen)
  if (made) {
    return (
      <ShownOnceDialog
        isOpen={isOpen}
        onClose={onClose}
        title={`The key for ${made.key.name}`}
        description="Copy it now. For your security, it won’t be shown again."
        label="API key"
        text={made.secret}
      />
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
        isNew
        name=""
        limits={defaultKeyLimits}
        scopes={defaultKeyScopes}
        onSubmit={(wanted) =>
          create.mutate(wanted, {
            onSuccess: setMade,
            onError: reportFailure('Could not create the key'),
          })
        }
      />
    </Dialog>
  )
}

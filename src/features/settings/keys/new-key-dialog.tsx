import { useId } from 'react'
import { defaultKeyLimits, defaultKeyScopes, type CreatedKey } from '#contract/access/keys.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
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
        title={t('The key for {name}', { name: made.key.name })}
        description={t('Copy it now. For your security, it won’t be shown again.')}
        label={t('API key')}
        text={made.secret}
      />
    )
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('New key')}
      footer={
        <FormButtons
          formId={formId}
          label={t('Create')}
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
            onError: reportFailure(t('Could not create the key')),
          })
        }
      />
    </Dialog>
  )
}

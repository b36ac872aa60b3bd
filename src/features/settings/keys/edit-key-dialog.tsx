import { useId } from 'react'
import type { ApiKey } from '#contract/access/keys.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { KeyForm } from './key-form.tsx'
import { useChangeKey } from '../queries/settings-queries.ts'
import { useLastDefined } from '../layout/use-last-defined.ts'

type EditKeyDialogProps = { apiKey: ApiKey | undefined; onClose: () => void }

export function EditKeyDialog({ apiKey, onClose }: EditKeyDialogProps) {
  const change = useChangeKey()
  const formId = useId()
  const shown = useLastDefined(apiKey)

  return (
    <Dialog
      isOpen={apiKey !== undefined}
      onClose={onClose}
      title={t('Name and limits')}
      description={t('Changes apply to new requests.')}
      footer={
        <FormButtons
          formId={formId}
          label={t('Save')}
          isPending={change.isPending}
          onCancel={onClose}
        />
      }
    >
      {shown && (
        <KeyForm
          key={shown.id}
          formId={formId}
          name={shown.name}
          limits={shown.limits}
          scopes={shown.scopes}
          onSubmit={(wanted) =>
            change.mutate(
              { id: shown.id, change: wanted },
              {
                onSuccess: onClose,
                onError: reportFailure(t('Could not save the key')),
              },
            )
          }
        />
      )}
    </Dialog>
  )
}

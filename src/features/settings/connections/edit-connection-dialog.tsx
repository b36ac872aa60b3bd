import { useId } from 'react'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { toChange } from './draft.ts'
import { useChangeConnection } from './queries.ts'
import { useTestConnection } from './use-test.ts'
import { TestSteps } from './test-steps.tsx'
import { useDraft } from './use-draft.ts'

type EditConnectionDialogProps = {
  isOpen: boolean
  connection: Connection
  kind: ConnectionKind
  onSaved: () => void
  onClose: () => void
}

export function EditConnectionDialog(props: EditConnectionDialogProps) {
  const { isOpen, connection, kind, onSaved, onClose } = props
  const { id } = connection
  const formId = useId()
  const save = useChangeConnection()
  const test = useTestConnection()
  const state = useDraft(kind, { stored: connection, onChange: test.reset })

  function submit() {
    if (save.isPending || !state.check()) return
    save.mutate(
      { id, change: toChange(kind, connection, state.draft) },
      {
        onSuccess: onSaved,
        onError: reportFailure(t('Could not save')),
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Edit {name}', { name: connection.name })}
      description={kind.name === connection.name ? undefined : kind.name}
      footer={
        <>
          <Button
            className="me-auto"
            isLoading={test.isPending}
            onClick={() =>
              state.check() && test.mutate({ id, change: toChange(kind, connection, state.draft) })
            }
          >
            {t('Test')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} isLoading={save.isPending}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ConnectionFields
          formId={formId}
          kind={kind}
          stored={connection}
          state={state}
          onSubmit={submit}
        />
        <TestSteps test={test} />
      </div>
    </Dialog>
  )
}

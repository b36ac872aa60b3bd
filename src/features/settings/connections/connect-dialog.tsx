import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useId } from 'react'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { toRequest } from './draft.ts'
import { useCreateConnection } from './queries.ts'
import { useTestNewConnection } from './use-test.ts'
import { TestSteps } from './test-steps.tsx'
import { useDraft } from './use-draft.ts'

type ConnectDialogProps = {
  isOpen: boolean
  kind: ConnectionKind
  onBack: () => void
  onMade: (connection: Connection) => void
  onClose: () => void
}

/** Renders the form for a new connection. The connection is saved even if its test fails. */
export function ConnectDialog({ isOpen, kind, onBack, onMade, onClose }: ConnectDialogProps) {
  const formId = useId()
  const create = useCreateConnection()
  const test = useTestNewConnection()
  const state = useDraft(kind, { onChange: test.reset })

  function connect() {
    if (create.isPending || !state.check()) return
    create.mutate(toRequest(kind, state.draft), {
      onSuccess: onMade,
      onError: reportFailure(t('Could not connect')),
    })
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={kind.name}
      description={kind.about}
      footer={
        <>
          <Button
            variant="ghost"
            icon={<ArrowLeft aria-hidden />}
            onClick={onBack}
            className="me-auto"
          >
            {t('All services')}
          </Button>
          <Button
            isLoading={test.isPending}
            onClick={() => state.check() && test.mutate(toRequest(kind, state.draft))}
          >
            {t('Test')}
          </Button>
          <Button variant="primary" type="submit" form={formId} isLoading={create.isPending}>
            {t('Connect')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ConnectionFields formId={formId} kind={kind} state={state} onSubmit={connect} />
        <TestSteps test={test} />
      </div>
    </Dialog>
  )
}

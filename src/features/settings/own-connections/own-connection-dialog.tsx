import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { ConnectionKind } from '#contract/connections.ts'
import { teamsQuery } from '#queries/teams.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { ConnectionFields } from '../connections/connection-fields.tsx'
import { toRequest } from '../connections/draft.ts'
import { useDraft } from '../connections/use-draft.ts'
import { FormButtons } from '../layout/form-buttons.tsx'
import { useCreateOwnConnection } from './own-connection-queries.ts'

export type OwnConnectionDialogProps = {
  isOpen: boolean
  kinds: readonly ConnectionKind[]
  onClose: () => void
}

const me = 'me'

export function OwnConnectionDialog({ isOpen, kinds, onClose }: OwnConnectionDialogProps) {
  const formId = useId()
  const create = useCreateOwnConnection()
  const teams = useQuery(teamsQuery())
  const [kindId, setKindId] = useState(kinds[0]?.id)
  const [holder, setHolder] = useState(me)
  const kind = kinds.find(({ id }) => id === kindId)
  const owned = teams.data?.teams.filter(({ canManage }) => canManage) ?? []
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Connect a service')}
      description={kind?.about ?? ''}
      footer={
        <FormButtons
          formId={formId}
          label={t('Connect')}
          isPending={create.isPending}
          onCancel={onClose}
        />
      }
    >
      <div className="flex flex-col gap-5">
        <FormField
          label={t('Service')}
          error={create.error ? explainError(create.error) : undefined}
        >
          <Select
            value={kindId}
            onValueChange={(id) => {
              create.reset()
              setKindId(id)
            }}
            options={kinds.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </FormField>
        {owned.length > 0 && (
          <FormField label={t('For')}>
            <Select
              value={holder}
              onValueChange={setHolder}
              options={[
                { value: me, label: t('Me') },
                ...owned.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </FormField>
        )}
        {kind && (
          <KindFields
            key={kind.id}
            formId={formId}
            kind={kind}
            onSubmit={(request) =>
              create.mutate(
                { ...request, ...(holder !== me && { teamId: holder }) },
                { onSuccess: onClose },
              )
            }
          />
        )}
      </div>
    </Dialog>
  )
}

type KindFieldsProps = {
  formId: string
  kind: ConnectionKind
  onSubmit: (request: ReturnType<typeof toRequest>) => void
}

function KindFields({ formId, kind, onSubmit }: KindFieldsProps) {
  const state = useDraft(kind, { onChange: () => {} })
  return (
    <ConnectionFields
      formId={formId}
      kind={kind}
      state={state}
      onSubmit={() => state.check() && onSubmit(toRequest(kind, state.draft))}
    />
  )
}

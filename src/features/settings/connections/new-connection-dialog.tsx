import { useState } from 'react'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { ConnectedDialog } from './connected-dialog.tsx'
import { KindGrid } from './kind-grid.tsx'
import { useCreateConnection } from './queries.ts'

export type NewConnectionDialogProps = {
  isOpen: boolean
  kinds: readonly ConnectionKind[]
  kind: ConnectionKind | undefined
  onKind: (id: string | undefined) => void
  onEdit: (connection: Connection) => void
  onClose: () => void
}

export function NewConnectionDialog(props: NewConnectionDialogProps) {
  const { isOpen, kinds, kind, onKind, onEdit, onClose } = props
  const [made, setMade] = useState<Connection>()
  const create = useCreateConnection()
  const madeKind = kinds.find(({ id }) => id === made?.kind)

  if (made && madeKind) {
    return (
      <ConnectedDialog
        isOpen={isOpen}
        connection={made}
        kind={madeKind}
        onEdit={() => onEdit(made)}
        onClose={onClose}
      />
    )
  }
  if (kind) {
    return (
      <ConnectDialog
        isOpen={isOpen}
        kind={kind}
        onBack={() => onKind(undefined)}
        onMade={setMade}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={t('Connect a service')}
      description={t('Where answers, 3D models and search results come from.')}
    >
      <KindGrid
        kinds={kinds}
        onPick={onKind}
        onFound={({ kind: kindId, address }) => {
          if (create.isPending) return
          create.mutate(
            { kind: kindId, address, secrets: {} },
            {
              onSuccess: setMade,
              onError: reportFailure(t('Could not connect')),
            },
          )
        }}
      />
    </Dialog>
  )
}

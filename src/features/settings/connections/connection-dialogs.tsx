import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { useRemoveConnection } from './queries.ts'
import type { StoredModelsDialogProps } from './storage/stored-models-dialog.tsx'
import { useOpenCount } from './use-open-count.ts'

export type ConnectionDialog = 'models' | 'edit' | 'storage' | 'delete'

type ConnectionDialogsProps = {
  connection: Connection
  kind: ConnectionKind | undefined
  dialog: ConnectionDialog | undefined
  onDialog: (dialog: ConnectionDialog | undefined) => void
  onSaved: () => void
  onDeleted?: (() => void) | undefined
}

const loadEdit = async () => (await import('./edit-connection-dialog.tsx')).EditConnectionDialog
const loadModels = async () => (await import('./models/models-dialog.tsx')).ModelsDialog
const loadStorage = async () =>
  (await import('./storage/stored-models-dialog.tsx')).StoredModelsDialog

export function ConnectionDialogs(props: ConnectionDialogsProps) {
  const { connection, kind, dialog, onDialog, onSaved, onDeleted } = props
  const { id, name } = connection
  const remove = useRemoveConnection()
  const listing = useOpenCount(dialog === 'models')
  const round = useOpenCount(dialog === 'edit')
  const storage = connection.isOn ? kind?.storage : undefined
  const close = () => onDialog(undefined)
  return (
    <>
      <Loaded
        load={loadModels}
        isWanted={dialog === 'models'}
        props={{
          key: listing,
          isOpen: dialog === 'models',
          connection,
          onStorage: storage && (() => onDialog('storage')),
          onClose: close,
        }}
      />
      {kind && (
        <Loaded
          load={loadEdit}
          isWanted={dialog === 'edit'}
          props={{
            key: round,
            isOpen: dialog === 'edit',
            connection,
            kind,
            onSaved: () => {
              close()
              onSaved()
            },
            onClose: close,
          }}
        />
      )}
      {storage && (
        <Loaded<StoredModelsDialogProps>
          load={loadStorage}
          isWanted={dialog === 'storage'}
          props={{ isOpen: dialog === 'storage', connection, storage, onClose: close }}
        />
      )}
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        onClose={close}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => {
              showToast({ kind: 'success', title: t('{name} was deleted', { name }) })
              onDeleted?.()
            },
            onError: reportFailure(t('Could not delete it')),
            onSettled: close,
          })
        }
        isBusy={remove.isPending}
        isDangerous
        title={t('Delete {name}?', { name })}
        description={t(
          'Its key is deleted, and its models can no longer be used. Your chats and 3D models stay.',
        )}
        confirmLabel={t('Delete')}
      />
    </>
  )
}

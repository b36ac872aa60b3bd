import { useState } from 'react'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ConnectionListRow } from './connection-row.tsx'
import { useChangeConnection, useRemoveConnection } from './queries.ts'
import { useTestConnection } from './use-test.ts'
import type { StoredModelsDialogProps } from './storage/stored-models-dialog.tsx'
import { useOpenCount } from './use-open-count.ts'

type ConnectionItemProps = {
  connection: Connection
  kind: ConnectionKind | undefined
  nowMs: number
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
}

const loadEdit = async () => (await import('./edit-connection-dialog.tsx')).EditConnectionDialog
const loadModels = async () => (await import('./models/models-dialog.tsx')).ModelsDialog

const loadStorage = async () =>
  (await import('./storage/stored-models-dialog.tsx')).StoredModelsDialog

export function ConnectionItem(props: ConnectionItemProps) {
  const { connection, kind, nowMs, isEdited, onEdit } = props
  const { id, name } = connection
  const [isDoomed, setIsDoomed] = useState(false)
  const [isListed, setIsListed] = useState(false)
  const listing = useOpenCount(isListed)
  const [isStorageOpen, setIsStorageOpen] = useState(false)
  const storage = connection.isOn ? kind?.storage : undefined
  const test = useTestConnection()
  const change = useChangeConnection()
  const remove = useRemoveConnection()
  const round = useOpenCount(isEdited)
  const wanted = change.isPending ? change.variables.change.isOn : undefined

  return (
    <>
      <ConnectionListRow
        connection={{ ...connection, isOn: wanted ?? connection.isOn }}
        kind={kind}
        nowMs={nowMs}
        test={test.isIdle ? undefined : test}
        onSwitch={(isOn) => {
          test.reset()
          change.mutate(
            { id, change: { isOn } },
            { onError: reportFailure('Could not turn it on or off') },
          )
        }}
        onModels={() => setIsListed(true)}
        onTest={() => test.mutate({ id })}
        onEdit={() => onEdit(true)}
        onDelete={() => setIsDoomed(true)}
      />
      <Loaded
        load={loadModels}
        isWanted={isListed}
        props={{
          key: listing,
          isOpen: isListed,
          connection,
          onStorage:
            storage &&
            (() => {
              setIsListed(false)
              setIsStorageOpen(true)
            }),
          onClose: () => setIsListed(false),
        }}
      />
      {kind && (
        <Loaded
          load={loadEdit}
          isWanted={isEdited}
          props={{
            key: round,
            isOpen: isEdited,
            connection,
            kind,
            onSaved: () => {
              onEdit(false)
              test.mutate({ id })
            },
            onClose: () => onEdit(false),
          }}
        />
      )}
      {storage && (
        <Loaded<StoredModelsDialogProps>
          load={loadStorage}
          isWanted={isStorageOpen}
          props={{
            isOpen: isStorageOpen,
            connection,
            storage,
            onClose: () => setIsStorageOpen(false),
          }}
        />
      )}
      <ConfirmDialog
        isOpen={isDoomed}
        onClose={() => setIsDoomed(false)}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => showToast({ kind: 'success', title: `${name} was deleted` }),
            onError: reportFailure('Could not delete it'),
            onSettled: () => setIsDoomed(false),
          })
        }
        isBusy={remove.isPending}
        isDangerous
        title={`Delete ${name}?`}
        description="Its key is deleted, and its models can no longer be used. Your chats and 3D models stay."
        confirmLabel="Delete"
      />
    </>
  )
}

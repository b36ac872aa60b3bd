import { useState } from 'react'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { ConnectionDialogs, type ConnectionDialog } from './connection-dialogs.tsx'
import { ConnectionListRow } from './connection-row.tsx'
import { useSwitchConnection } from './use-switch-connection.ts'
import { useTestConnection } from './use-test.ts'

type ConnectionItemProps = {
  connection: Connection
  kind: ConnectionKind | undefined
  nowMs: number
  isEdited: boolean
  onEdit: (isEdited: boolean) => void
}

export function ConnectionItem(props: ConnectionItemProps) {
  const { kind, nowMs, isEdited, onEdit } = props
  const { id } = props.connection
  const [dialog, setDialog] = useState<Exclude<ConnectionDialog, 'edit'>>()
  const test = useTestConnection()
  const { connection, turn } = useSwitchConnection(props.connection)

  return (
    <>
      <ConnectionListRow
        connection={connection}
        kind={kind}
        nowMs={nowMs}
        test={test.isIdle ? undefined : test}
        onSwitch={(isOn) => {
          test.reset()
          turn(isOn)
        }}
        onModels={() => setDialog('models')}
        onTest={() => test.mutate({ id })}
        onEdit={() => onEdit(true)}
        onDelete={() => setDialog('delete')}
      />
      <ConnectionDialogs
        connection={props.connection}
        kind={kind}
        dialog={isEdited ? 'edit' : dialog}
        onDialog={(next) => {
          onEdit(next === 'edit')
          setDialog(next === 'edit' ? undefined : next)
        }}
        onSaved={() => test.mutate({ id })}
      />
    </>
  )
}

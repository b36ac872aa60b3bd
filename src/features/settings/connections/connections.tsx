import { useQuery } from '@tanstack/react-query'
import Plug from 'lucide-react/icons/plug'
import Plus from 'lucide-react/icons/plus'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { Connection, ConnectionList } from '#contract/connections.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { ConnectionItem } from './connection-item.tsx'
import { FoundServices, type FoundService } from './found-services.tsx'
import { useConnectFound } from './use-connect-found.ts'
import { useConnecting } from './use-connecting.ts'
import { useFirstServices } from './use-first-services.ts'

const loadNew = async () => (await import('./new-connection-dialog.tsx')).NewConnectionDialog
const loadConnected = async () => (await import('./connected-dialog.tsx')).ConnectedDialog

export function Connections() {
  const list = useQuery(connectionsQuery())
  const connecting = useConnecting()
  const [editedId, setEditedId] = useState<string>()
  const [made, setMade] = useState<Connection>()
  const shownMade = useLastDefined(made)
  const madeKind = list.data?.kinds.find(({ id }) => id === shownMade?.kind)
  const { found } = useFirstServices()
  const isFound = found.length > 0

  return (
    <SettingsPart
      id="connections"
      title={t('Connections')}
      about={t(
        'The services whose chat and 3D models you use here. Keys stay encrypted on your server.',
      )}
      action={
        <Button
          variant={isFound ? 'secondary' : 'primary'}
          icon={<Plus aria-hidden />}
          onClick={connecting.open}
        >
          {t('Connect a service')}
        </Button>
      }
    >
      {list.data?.keysProblem !== undefined && <KeysProblem text={list.data.keysProblem} />}
      {list.error && !list.data && (
        <p role="alert" className="text-danger">
          {explainError(list.error)}
        </p>
      )}
      {isFound && <Found found={found} onMade={setMade} />}
      {list.data && !isFound && (
        <Rows
          list={list.data}
          nowMs={list.dataUpdatedAt}
          editedId={editedId}
          onEdit={setEditedId}
        />
      )}
      <Loaded
        load={loadNew}
        isWanted={connecting.isOpen && list.data !== undefined}
        props={{
          key: connecting.round,
          isOpen: connecting.isOpen,
          kinds: list.data?.kinds ?? [],
          kind: list.data?.kinds.find(({ id }) => id === connecting.kindId),
          onKind: connecting.pick,
          onEdit: ({ id }) => {
            connecting.close()
            setEditedId(id)
          },
          onClose: connecting.close,
        }}
      />
      {shownMade && madeKind && (
        <Loaded
          load={loadConnected}
          props={{
            key: shownMade.id,
            isOpen: made !== undefined,
            connection: shownMade,
            kind: madeKind,
            onEdit: () => {
              setMade(undefined)
              setEditedId(shownMade.id)
            },
            onClose: () => setMade(undefined),
          }}
        />
      )}
    </SettingsPart>
  )
}

type RowsProps = {
  list: ConnectionList
  nowMs: number
  editedId: string | undefined
  onEdit: (id: string | undefined) => void
}

const Rows = ({ list: { connections, kinds }, nowMs, editedId, onEdit }: RowsProps) =>
  connections.length === 0 ? (
    <EmptyRow icon={<Plug />} title={t('Nothing connected yet')}>
      {t(
        'Connect a service to chat with its models. Ollama and others on your own machine need no key.',
      )}
    </EmptyRow>
  ) : (
    <ul aria-label={t('Connections')} className={cardClass}>
      {connections.map((connection) => (
        <ConnectionItem
          key={connection.id}
          connection={connection}
          kind={kinds.find(({ id }) => id === connection.kind)}
          nowMs={nowMs}
          isEdited={editedId === connection.id}
          onEdit={(isEdited) => onEdit(isEdited ? connection.id : undefined)}
        />
      ))}
    </ul>
  )

type FoundProps = { found: readonly FoundService[]; onMade: (connection: Connection) => void }

function Found({ found, onMade }: FoundProps) {
  const { isPending, connect } = useConnectFound(onMade)
  return (
    <FoundServices
      found={found}
      onFound={(service) => {
        if (!isPending) connect(service)
      }}
    />
  )
}

const KeysProblem = ({ text }: { text: string }) => (
  <p
    role="alert"
    className="flex gap-2.5 rounded-lg bg-danger-soft px-4 py-3 text-pretty text-danger"
  >
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {text}
  </p>
)

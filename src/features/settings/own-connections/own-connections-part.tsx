import { translateFailure } from '#lib/language/translate-sentence.ts'
import { useQuery } from '@tanstack/react-query'
import Boxes from 'lucide-react/icons/boxes'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { OwnConnection } from '#contract/connections.ts'
import { teamsQuery } from '#queries/teams.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { useRemoval } from '../layout/use-removal.ts'
import {
  ownConnectionsQuery,
  useRemoveOwnConnection,
  useSwitchOwnConnection,
} from './own-connection-queries.ts'

const loadModels = async () =>
  (await import('../connections/models/models-dialog.tsx')).ModelsDialog
const loadDialog = async () => (await import('./own-connection-dialog.tsx')).OwnConnectionDialog

export function OwnConnectionsPart() {
  const { data, error } = useQuery(ownConnectionsQuery())
  const [round, setRound] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  if (!error && !data?.kinds.length && !data?.connections.length) return null
  return (
    <SettingsPart
      id="your-connections"
      title={t('Your connections')}
      about={t('Services with keys of your own or of your team. Nobody else sees or uses them.')}
      action={
        data &&
        data.kinds.length > 0 && (
          <Button
            icon={<Plus aria-hidden />}
            onClick={() => {
              setRound(round + 1)
              setIsOpen(true)
            }}
          >
            {t('Add connection')}
          </Button>
        )
      }
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data && data.connections.length > 0 && <Rows connections={data.connections} />}
      <Loaded
        load={loadDialog}
        isWanted={isOpen && data !== undefined}
        props={{ key: round, isOpen, kinds: data?.kinds ?? [], onClose: () => setIsOpen(false) }}
      />
    </SettingsPart>
  )
}

function Rows({ connections }: { connections: readonly OwnConnection[] }) {
  const teams = useQuery(teamsQuery())
  const change = useSwitchOwnConnection()
  const remove = useRemoveOwnConnection()
  const removal = useRemoval<OwnConnection>({
    remove: ({ id }, callbacks) => remove.mutate(id, callbacks),
    isPending: remove.isPending,
    failed: t('The connection was not deleted'),
  })
  const [opened, setOpened] = useState<string>()
  const shown = useLastDefined(connections.find(({ id }) => id === opened))
  const getName = (teamId: string) => teams.data?.teams.find(({ id }) => id === teamId)?.name
  return (
    <>
      <ul aria-label={t('Your connections')} className={cardClass}>
        {connections.map((connection) => (
          <Row
            key={connection.id}
            connection={connection}
            team={connection.teamId === undefined ? undefined : getName(connection.teamId)}
            onSwitch={(isOn) =>
              change.mutate(
                { id: connection.id, isOn },
                {
                  onError: reportFailure(t('Could not change the connection')),
                },
              )
            }
            onModels={() => setOpened(connection.id)}
            onDelete={() => removal.ask(connection)}
          />
        ))}
      </ul>
      {shown && (
        <Loaded
          load={loadModels}
          isWanted={opened !== undefined}
          props={{
            isOpen: opened !== undefined,
            connection: shown,
            isOwn: true,
            onClose: () => setOpened(undefined),
          }}
        />
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={t('Delete {name}?', { name: removal.shown?.name ?? '' })}
        description={t('Its models can no longer be used, and its key is deleted.')}
        confirmLabel={t('Delete')}
      />
    </>
  )
}

type RowProps = {
  connection: OwnConnection
  team: string | undefined
  onSwitch: (isOn: boolean) => void
  onModels: () => void
  onDelete: () => void
}

const Row = ({ connection, team, onSwitch, onModels, onDelete }: RowProps) => {
  const { name, isOn, problem, canManage, secrets } = connection
  return (
    <li aria-label={name} className="flex items-center gap-4 px-4 py-3.5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          {team !== undefined && <Badge>{team}</Badge>}
          {!isOn && <Badge>{t('Off')}</Badge>}
        </div>
        {secrets.length > 0 && (
          <p className="mt-0.5 font-mono text-xs text-ink-muted">
            {secrets.map(({ hint }) => hint).join(', ')}
          </p>
        )}
        {problem && isOn && (
          <p className="mt-1 flex gap-2 text-xs text-pretty wrap-anywhere text-ink-muted">
            <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
            {translateFailure(problem)}
          </p>
        )}
      </div>
      {canManage && (
        <>
          <Switch
            aria-label={t('Use {name}', { name })}
            checked={isOn}
            onCheckedChange={onSwitch}
          />
          <IconButton
            label={t('Models of {name}', { name })}
            icon={<Boxes aria-hidden />}
            onClick={onModels}
          />
          <IconButton
            label={t('Delete {name}', { name })}
            icon={<Trash2 aria-hidden />}
            onClick={onDelete}
          />
        </>
      )}
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import PlugZap from 'lucide-react/icons/plug-zap'
import Trash2 from 'lucide-react/icons/trash'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { explainError } from '#lib/explain.ts'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { modelsOfQuery } from '#queries/models-of.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Monogram } from '#ui/feedback/monogram.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/settings.ts'
import { ConnectionDialogs, type ConnectionDialog } from './connection-dialogs.tsx'
import { ConnectionLinks } from './connection-links.tsx'
import { ConnectionSpending } from './connection-spending.tsx'
import { ConnectionState } from './connection-state.tsx'
import { ModelsOfConnection } from './models/models-of-connection.tsx'
import { TestSteps } from './test-steps.tsx'
import { TryModel } from './try-model.tsx'
import { useSwitchConnection } from './use-switch-connection.ts'
import { useTestConnection } from './use-test.ts'

const listAddress = '/settings/models'

export function ConnectionPage({ id }: { id: string }) {
  const { data, error, dataUpdatedAt } = useQuery(connectionsQuery())
  const connection = data?.connections.find((one) => one.id === id)
  return (
    <>
      <Link
        href={listAddress}
        className="-mb-3 -ms-2 flex h-9 items-center gap-2 self-start rounded-md px-2 text-ink-muted hover:text-ink coarse:h-11"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('Models and services')}
      </Link>
      {error && !data && (
        <p role="alert" className="text-danger">
          {explainError(error)}
        </p>
      )}
      {data && !connection && <Gone />}
      {data && connection && (
        <Page
          stored={connection}
          kind={data.kinds.find((kind) => kind.id === connection.kind)}
          nowMs={dataUpdatedAt}
        />
      )}
    </>
  )
}

type PageProps = { stored: Connection; kind: ConnectionKind | undefined; nowMs: number }

function Page({ stored, kind, nowMs }: PageProps) {
  const { id, name } = stored
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<ConnectionDialog>()
  const test = useTestConnection()
  const { connection, turn } = useSwitchConnection(stored)
  const models = useQuery({ ...modelsOfQuery({ id, isOwn: false }), enabled: connection.isOn })
  // Hide the parts below the list until its height is final, so that these parts do not move.
  const isListed = !connection.isOn || !models.isPending
  const isOwn = connection.source === 'settings'
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Monogram name={kind?.name ?? name} size="lg" />
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 className="text-2xl font-semibold wrap-anywhere">{name}</h1>
            {!isOwn && <Badge>{t('Set up on the server')}</Badge>}
          </div>
          <ConnectionState connection={connection} kind={kind} nowMs={nowMs} />
        </div>
        <div className="flex items-center gap-2">
          {isOwn && (
            <Switch
              aria-label={t('Use {name}', { name })}
              checked={connection.isOn}
              onCheckedChange={turn}
            />
          )}
          <Button
            icon={<PlugZap aria-hidden />}
            isLoading={test.isPending}
            onClick={() => test.mutate({ id })}
          >
            {t('Test')}
          </Button>
          {isOwn && (
            <Menu
              trigger={moreTrigger}
              items={[
                { label: t('Edit'), icon: <Pencil />, onSelect: () => setDialog('edit') },
                'separator',
                {
                  label: t('Delete'),
                  icon: <Trash2 />,
                  isDangerous: true,
                  onSelect: () => setDialog('delete'),
                },
              ]}
            />
          )}
        </div>
      </header>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 gap-4">
          <Part title={t('Models')}>
            <ModelsOfConnection connection={connection} isInCard />
          </Part>
          {connection.isOn && kind?.offers.includes('chat') && (
            <div className={isListed ? '' : 'invisible'}>
              <Part title={t('Try it')}>
                <TryModel connection={connection} kind={kind} />
              </Part>
            </div>
          )}
        </div>
        <div className={cn('grid min-w-0 gap-4', !isListed && 'max-xl:invisible')}>
          <Part title={t('Test')}>
            {test.isIdle ? (
              <p className="text-pretty text-ink-muted">
                {t('Reaches the service, checks the key and lists the models. Nothing is charged.')}
              </p>
            ) : (
              <TestSteps test={test} />
            )}
          </Part>
          <ConnectionSpending id={id} nowMs={nowMs} />
          <ConnectionLinks connection={connection} kind={kind} onDialog={setDialog} />
        </div>
      </div>
      <ConnectionDialogs
        connection={stored}
        kind={kind}
        dialog={dialog}
        onDialog={setDialog}
        onSaved={() => test.mutate({ id })}
        onDeleted={() => navigate(listAddress)}
      />
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Card className="grid gap-3 p-4">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </Card>
  </section>
)

const moreTrigger: OverlayTrigger = (props) => (
  <IconButton {...props} label={t('More')} variant="secondary" icon={<Ellipsis aria-hidden />} />
)

const Gone = () => (
  <EmptyState
    title={t('This connection no longer exists')}
    heading="h1"
    icon={<PlugZap />}
    action={<LinkButton href={listAddress}>{t('All connections')}</LinkButton>}
  >
    {t('It was deleted, or it was set up in another server’s environment.')}
  </EmptyState>
)

import { translateFailure } from '#lib/language/translate-sentence.ts'
import LayoutList from 'lucide-react/icons/layout-list'
import Pencil from 'lucide-react/icons/pencil'
import PlugZap from 'lucide-react/icons/plug-zap'
import Trash2 from 'lucide-react/icons/trash'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Link } from 'wouter'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { formatAge } from '#lib/format.ts'
import { isLoopbackName } from '#lib/links/loopback-name.ts'
import { cn } from '#ui/cn.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Monogram } from '#ui/feedback/monogram.tsx'
import { StateLight } from '#ui/feedback/state-light.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { t } from '#languages/settings.ts'
import { toConnectionAddress } from './connection-address.ts'
import type { useTestConnection } from './use-test.ts'
import { TestSteps } from './test-steps.tsx'
import { TryModel } from './try-model.tsx'
import { moreButton } from '../layout/more-button.tsx'

type ConnectionRowProps = {
  connection: Connection
  kind: ConnectionKind | undefined
  nowMs: number
  test: ReturnType<typeof useTestConnection> | undefined
  onSwitch: (isOn: boolean) => void
  onModels: () => void
  onTest: () => void
  onEdit: () => void
  onDelete: () => void
}

export function ConnectionListRow(props: ConnectionRowProps) {
  const { connection, kind, nowMs, test, onSwitch, onEdit, onDelete } = props
  const { name, source, isOn, problem, lastAnsweredAt } = connection
  const isOwn = source === 'settings'
  const sharedItems = [
    { label: t('Models'), icon: <LayoutList />, onSelect: props.onModels },
    { label: t('Test'), icon: <PlugZap />, onSelect: props.onTest },
  ]
  return (
    <li aria-label={name} className="flex flex-col gap-3 px-4 py-3">
      <div className="flex items-center gap-3">
        <div className={cn('max-sm:hidden', !isOn && 'opacity-60')}>
          <Monogram name={kind?.name ?? name} />
        </div>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className={cn('text-base font-semibold wrap-anywhere', !isOn && 'text-ink-muted')}>
              <Link href={toConnectionAddress(connection.id)} className="hover:underline">
                {name}
              </Link>
            </h3>
            {isOn && (problem ?? lastAnsweredAt) && (
              <StateLight state={problem ? 'caution' : 'good'} />
            )}
            {!isOwn && <Badge>{t('Set up on the server')}</Badge>}
            {!isOn && <Badge>{t('Off')}</Badge>}
          </div>
          <Facts connection={connection} kind={kind} nowMs={nowMs} onModels={props.onModels} />
        </div>
        {isOwn && (
          <Switch
            aria-label={t('Use {name}', { name })}
            checked={isOn}
            onCheckedChange={onSwitch}
          />
        )}
        <Menu
          trigger={moreButton(name)}
          items={
            isOwn
              ? [
                  ...sharedItems,
                  { label: t('Edit'), icon: <Pencil />, onSelect: onEdit },
                  'separator',
                  { label: t('Delete'), icon: <Trash2 />, isDangerous: true, onSelect: onDelete },
                ]
              : sharedItems
          }
        />
      </div>
      {problem && isOn && !test && (
        <p className="flex gap-2 text-xs text-pretty text-ink-muted sm:ps-12">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
          <span className="min-w-0 wrap-anywhere">
            {translateFailure(problem)}{' '}
            <span className="text-ink-faint">({formatAge(problem.at, nowMs)})</span>
          </span>
        </p>
      )}
      {test && (
        <div className="flex flex-col gap-4 sm:ps-12">
          <TestSteps test={test} />
          {isOn && kind && test.isPassed && <TryModel connection={connection} kind={kind} />}
        </div>
      )}
    </li>
  )
}

/** An address may also be the name of a Hugging Face Space. */
const isOnThisMachine = (address: string): boolean =>
  URL.canParse(address) && isLoopbackName(new URL(address).hostname)

type FactsProps = Pick<ConnectionRowProps, 'connection' | 'kind' | 'nowMs' | 'onModels'>

function Facts({ connection, kind, nowMs, onModels }: FactsProps) {
  const { name, isOn, address, modelCount, lastAnsweredAt } = connection
  const kindName = kind?.name ?? connection.kind
  const age = lastAnsweredAt === undefined ? undefined : formatAge(lastAnsweredAt, nowMs)
  const facts = [
    kindName !== name && kindName,
    address !== undefined && isOnThisMachine(address) && t('on this machine'),
    address !== undefined && (
      <code key="address" className="font-mono wrap-anywhere">
        {address}
      </code>
    ),
    modelCount !== undefined &&
      (isOn ? (
        <button
          key="models"
          type="button"
          onClick={onModels}
          className="rounded-sm whitespace-nowrap text-accent-strong hover:underline"
        >
          {t('{modelCount, plural, one {# model} other {# models}}', { modelCount })}
        </button>
      ) : (
        <span key="models" className="whitespace-nowrap">
          {t('{modelCount, plural, one {# model} other {# models}}', { modelCount })}
        </span>
      )),
    age === undefined ? (
      t('has not answered yet')
    ) : (
      <time key="age" dateTime={lastAnsweredAt}>
        {t('answered {age}', { age: age === t('now') ? t('just now') : age })}
      </time>
    ),
  ].filter((fact) => fact !== false)
  return (
    <div className="-m-1 overflow-hidden p-1">
      <p className="-ms-4 flex flex-wrap text-xs text-ink-muted">
        {facts.map((fact, at) => (
          <span key={at} className="relative min-w-0 ps-4">
            <span aria-hidden className="absolute start-1.5 text-ink-faint">
              ·
            </span>
            {fact}
          </span>
        ))}
      </p>
    </div>
  )
}

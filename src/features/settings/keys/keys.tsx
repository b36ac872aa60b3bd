import { useQuery } from '@tanstack/react-query'
import CloudOff from 'lucide-react/icons/cloud-off'
import KeyRound from 'lucide-react/icons/key-round'
import Plus from 'lucide-react/icons/plus'
import { useState, type ReactNode } from 'react'
import { explainError } from '#lib/explain.ts'
import type { ApiKey } from '#contract/access/keys.ts'
import { formatAge } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { rich, t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import { ApiKeyRow } from './key-row.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { SettingsPart } from '../layout/part.tsx'
import { settingsQueries } from '../queries/settings-queries.ts'
import { RevokeDialog } from './revoke-dialog.tsx'

const loadWebhooks = async () => (await import('./webhooks-dialog.tsx')).WebhooksDialog

export function KeysPart() {
  const list = useQuery(settingsQueries.keys())
  const [isMaking, setIsMaking] = useState(false)
  const [edited, setEdited] = useState<ApiKey>()
  const [doomed, setDoomed] = useState<ApiKey>()
  const [told, setTold] = useState<ApiKey>()

  function inside(): ReactNode {
    if (!list.data) return list.error ? <Unreachable list={list} /> : <Skeleton />
    const inUse = list.data.keys.filter(({ revokedAt }) => revokedAt === undefined)
    const revoked = list.data.keys.filter(({ revokedAt }) => revokedAt !== undefined)
    return (
      <>
        {inUse.length === 0 ? (
          <NoKeys />
        ) : (
          <ul aria-label={t('Keys in use')} className={cardClass}>
            {inUse.map((key) => (
              <ApiKeyRow
                key={key.id}
                apiKey={key}
                nowMs={list.dataUpdatedAt}
                onEdit={() => setEdited(key)}
                onWebhooks={() => setTold(key)}
                onRevoke={() => setDoomed(key)}
              />
            ))}
          </ul>
        )}
        <EnvironmentKeys count={list.data.environmentKeyCount} />
        {revoked.length > 0 && <RevokedKeys keys={revoked} nowMs={list.dataUpdatedAt} />}
      </>
    )
  }

  return (
    <SettingsPart
      id="api-keys"
      title={t('API keys')}
      about={t('Let scripts, editors, OpenAI’s SDK or another Bozzetto use this server’s models.')}
      action={
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsMaking(true)}>
          {t('New key')}
        </Button>
      }
    >
      {inside()}
      <NewKeyDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      <EditKeyDialog apiKey={edited} onClose={() => setEdited(undefined)} />
      <Loaded
        load={loadWebhooks}
        isWanted={told !== undefined}
        props={{ apiKey: told, onClose: () => setTold(undefined) }}
      />
      <RevokeDialog apiKey={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPart>
  )
}

const NoKeys = () => (
  <EmptyRow icon={<KeyRound />} title={t('No keys yet')}>
    {t('Create one key per app, so that you can revoke each on its own.')}
  </EmptyRow>
)

const EnvironmentKeys = ({ count }: { count: number }) =>
  count > 0 && (
    <p className="px-1 text-xs text-pretty text-ink-faint">
      {rich(
        '{count, plural, one {One more key is} other {{count} more keys are}} set in <code>BOZZETTO_API_KEYS</code>, with the default limits. Restart the server to change them.',
        { count, code: (inner) => <code className="font-mono">{inner}</code> },
      )}
    </p>
  )

const Skeleton = () => (
  <div aria-hidden className={cardClass}>
    {[0, 1].map((row) => (
      <div key={row} className="flex h-18 animate-pulse items-center gap-4 px-4">
        <div className="size-9 rounded-lg bg-pressed" />
        <div className="flex flex-1 flex-col gap-2">
          <div className="h-3 w-32 rounded-full bg-pressed" />
          <div className="h-2.5 w-56 max-w-full rounded-full bg-hover" />
        </div>
      </div>
    ))}
  </div>
)

type Failed = { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }

const Unreachable = ({ list }: { list: Failed }) => (
  <EmptyRow
    icon={<CloudOff />}
    title={t('Could not load the keys')}
    action={
      <Button isLoading={list.isFetching} onClick={() => void list.refetch()}>
        {t('Try again')}
      </Button>
    }
  >
    {explainError(list.error)}
  </EmptyRow>
)

type RevokedKeysProps = { keys: readonly ApiKey[]; nowMs: number }

const RevokedKeys = ({ keys, nowMs }: RevokedKeysProps) => (
  <PanelSection title={t('Revoked ({keysCount})', { keysCount: keys.length })} isOpen={false}>
    <ul aria-label={t('Revoked keys')} className="divide-y divide-line">
      {keys.map(({ id, name, prefix, revokedAt }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-2.5 py-2 text-ink-muted">
          <span className="wrap-anywhere">{name}</span>
          <code className="font-mono text-xs text-ink-faint">{prefix}…</code>
          {revokedAt !== undefined && (
            <time dateTime={revokedAt} className="ms-auto text-xs text-ink-faint">
              {formatAge(revokedAt, nowMs)}
            </time>
          )}
        </li>
      ))}
    </ul>
  </PanelSection>
)

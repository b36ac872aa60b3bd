import Ban from 'lucide-react/icons/ban'
import Ellipsis from 'lucide-react/icons/ellipsis'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Webhook from 'lucide-react/icons/webhook'
import type { ApiKey, KeyLimits } from '#contract/access/keys.ts'
import { formatAge } from '#lib/format.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/settings.ts'
import { formatDay } from '../layout/format-day.ts'
import { SpendBar } from './spend-bar.tsx'

type KeyRowProps = {
  apiKey: ApiKey
  nowMs: number
  onEdit: () => void
  onWebhooks: () => void
  onRevoke: () => void
}

export const ApiKeyRow = ({ apiKey, nowMs, onEdit, onWebhooks, onRevoke }: KeyRowProps) => (
  <li className="flex items-center gap-4 px-4 py-3.5">
    <div
      aria-hidden
      className="hidden size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-strong sm:grid [&_svg]:size-4"
    >
      <KeyRound />
    </div>
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <h3 className="font-medium wrap-anywhere">{apiKey.name}</h3>
        <code className="font-mono text-xs text-ink-faint">{apiKey.prefix}…</code>
      </div>
      <p className="mt-0.5 text-xs text-pretty text-ink-muted">
        {apiKey.lastUsedAt === undefined ? (
          t('Never used')
        ) : (
          <time dateTime={apiKey.lastUsedAt}>
            {t('Last used {lastUsedAt}', { lastUsedAt: formatAge(apiKey.lastUsedAt, nowMs) })}
          </time>
        )}
        <span aria-hidden className="px-1.5 text-ink-faint">
          ·
        </span>
        {describeLimits(apiKey.limits)}
        {apiKey.expiresAt !== undefined && (
          <span className={Date.parse(apiKey.expiresAt) <= nowMs ? 'text-danger' : undefined}>
            <span aria-hidden className="px-1.5 text-ink-faint">
              ·
            </span>
            {Date.parse(apiKey.expiresAt) <= nowMs ? t('expired') : t('expires')}{' '}
            {formatDay(apiKey.expiresAt)}
          </span>
        )}
      </p>
      <SpendBar apiKey={apiKey} />
    </div>
    <Menu
      trigger={moreButton(apiKey.name)}
      items={[
        { label: t('Name and limits'), icon: <Pencil />, onSelect: onEdit },
        { label: t('Webhooks'), icon: <Webhook />, onSelect: onWebhooks },
        'separator',
        { label: t('Revoke'), icon: <Ban />, isDangerous: true, onSelect: onRevoke },
      ]}
    />
  </li>
)

const moreButton = (name: string) => (trigger: OverlayTriggerProps) => (
  <IconButton
    {...trigger}
    label={t('More about {name}', { name })}
    icon={<Ellipsis aria-hidden />}
  />
)

/** Formats limits such as `60 requests a minute, 8 answers at once`. */
const describeLimits = ({ requestsPerMinute, streams }: KeyLimits): string =>
  t(
    '{requests, plural, one {# request} other {# requests}} a minute, {streams, plural, one {one answer} other {{streams} answers}} at once',
    { requests: requestsPerMinute, streams },
  )

import { withBase } from '#lib/base-path.ts'
import { useQuery } from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import HardDrive from 'lucide-react/icons/hard-drive'
import KeyRound from 'lucide-react/icons/key-round'
import Lock from 'lucide-react/icons/lock'
import { useEffect, type ReactNode } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { createBrowserSetting, createSwitchFormat } from '#lib/browser/browser-setting.ts'
import { foundServicesQuery } from '#queries/connections.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { Tile } from '#ui/feedback/tile.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/settings.ts'
import { useConnectFound } from '../connections/use-connect-found.ts'

/**
 * Browser setting: whether the user has left the welcome page. Later, the sign-in link of the
 * server opens the studio.
 */
const welcomedSetting = createBrowserSetting({
  key: 'bozzetto.welcomed',
  fallback: false,
  ...createSwitchFormat('yes', 'no'),
})

export function WelcomePage() {
  const [wasWelcomed, setWelcomed] = useBrowserSetting(welcomedSetting)
  useEffect(() => () => setWelcomed(true), [setWelcomed])
  if (wasWelcomed) return <Redirect to="/" replace />
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-linear-to-b from-accent-soft to-surface to-50%">
      <header className="flex shrink-0 items-center justify-between gap-4 px-6 py-5">
        <p className="flex items-center gap-2.5 text-base font-semibold">
          <img src={withBase('/icon.svg')} alt="" width="24" height="24" />
          {t('Bozzetto')}
        </p>
        <Link
          href="/"
          className="flex min-h-8.5 items-center rounded-md px-2 font-medium text-ink-muted hover:text-ink coarse:min-h-11"
        >
          {t('Skip, look around first')}
        </Link>
      </header>
      <div className="mx-auto my-auto flex w-full max-w-180 flex-col items-center px-4 py-8">
        <h1 className="text-center text-3xl font-semibold text-pretty max-md:text-2xl">
          {t('Where should answers come from?')}
        </h1>
        <p className="mt-2 text-center text-lg text-pretty text-ink-muted max-md:text-base">
          {t('You can add more at any time. 3D models need nothing at all.')}
        </p>
        <Ways />
        <p className="mt-6 flex items-center gap-2 text-xs text-pretty text-ink-muted">
          <Lock aria-hidden className="size-3.5 shrink-0" />
          {t('Keys are encrypted on this server and shown to no one.')}
        </p>
      </div>
    </div>
  )
}

function Ways() {
  const [, navigate] = useLocation()
  const { data, isPending } = useQuery(foundServicesQuery())
  const { isPending: isConnecting, connect } = useConnectFound(() => navigate('/chat'))
  const found = data?.found ?? []
  return (
    <ul
      aria-label={t('Ways to begin')}
      className={`mt-7 flex w-full flex-col gap-2.5 ${isPending ? 'invisible' : ''}`}
    >
      {found.map((service, at) => (
        <Way
          key={service.address}
          isFirst={at === 0}
          icon={<HardDrive />}
          title={t('{name}, running on this machine', { name: service.name })}
          detail={t('Free, and nothing leaves this computer.')}
          action={
            <Button
              variant={at === 0 ? 'primary' : 'secondary'}
              size="lg"
              isLoading={isConnecting}
              onClick={() => connect(service)}
            >
              {t('Use it')}
            </Button>
          }
        />
      ))}
      <Way
        isFirst={data !== undefined && found.length === 0}
        icon={<KeyRound />}
        title={t('I have a key or a server')}
        detail={t('Anthropic, OpenAI, Gemini, OpenRouter, Ollama and more.')}
        action={
          <Link href="/settings/models?connect" asChild>
            <LinkButton
              variant={data !== undefined && found.length === 0 ? 'primary' : 'secondary'}
              size="lg"
            >
              {t('Connect a service')}
            </LinkButton>
          </Link>
        }
      />
      <Way
        icon={<Box />}
        title={t('Only 3D for now')}
        detail={t('The local engine is ready: a picture becomes a model in seconds.')}
        action={
          <Link href="/" asChild>
            <LinkButton size="lg">{t('Go to the studio')}</LinkButton>
          </Link>
        }
      />
    </ul>
  )
}

type WayProps = {
  isFirst?: boolean
  icon: ReactNode
  title: string
  detail: string
  action: ReactNode
}

const Way = ({ isFirst = false, icon, title, detail, action }: WayProps) => (
  <li
    className={`card flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl px-4 py-4 ${isFirst ? 'outline-2 outline-accent' : ''}`}
  >
    <Tile icon={icon} tone={isFirst ? 'accent' : 'neutral'} />
    <div className="min-w-0 flex-1 basis-56">
      <h2 className="text-base font-semibold text-pretty">{title}</h2>
      <p className="text-pretty text-ink-muted">{detail}</p>
    </div>
    {action}
  </li>
)

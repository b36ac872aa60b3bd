import { useQuery } from '@tanstack/react-query'
import AppWindow from 'lucide-react/icons/app-window'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { allowAppDomains, readToolApp, type CallPlace } from '#api/chat/apps.ts'
import type { McpApp } from '#contract/mcp-apps.ts'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/app.ts'
import { AppFrame } from './app-frame.tsx'
import type { AppEnd } from './app-host.ts'
import { CardRoom } from '../models/card-room.tsx'
import { runningApps, startApp, stopApp } from './running-apps.ts'

const ends: Record<AppEnd, string> = {
  silent: t('The app did not start within 20 seconds, and was stopped.'),
  flood: t('The app sent too many messages, and was stopped.'),
  left: t('The app tried to open another page in its place, and was stopped.'),
}

/** Renders the page of an MCP server that shows the result of a tool call (MCP Apps). */
export function AppCard({ runId, callIndex }: CallPlace) {
  const id = useId()
  const isRunning = useStore(runningApps, ({ ids }) => ids.includes(id))
  const [end, setEnd] = useState<AppEnd>()
  const [starts, setStarts] = useState(0)
  const place = { runId, callIndex }
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ['tool-app', runId, callIndex],
    queryFn: ({ signal }) => readToolApp(place, signal),
    enabled: isRunning,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(() => {
    startApp(id)
    return () => stopApp(id)
  }, [id])
  const start = () => {
    setEnd(undefined)
    startApp(id)
  }
  const stop = (reason?: AppEnd) => {
    setEnd(reason)
    stopApp(id)
  }

  if (error && isRunning)
    return (
      <AppNote
        sentence={explainError(error)}
        action={
          <Button size="sm" isLoading={isFetching} onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        }
      />
    )
  if (!isRunning)
    return (
      <AppNote
        sentence={
          end === undefined
            ? t('{title} is closed.', { title: data?.title ?? t('The app') })
            : ends[end]
        }
        isProblem={end !== undefined}
        action={
          <Button size="sm" onClick={start}>
            {end === undefined ? t('Show the app') : t('Try again')}
          </Button>
        }
      />
    )
  if (!data) return <CardRoom />
  return (
    <AppFrame
      // Allowed domains are a part of the frame's address.
      key={`${dataUpdatedAt} ${starts}`}
      app={data}
      place={place}
      onEnd={stop}
      onTrusted={() => setStarts(starts + 1)}
      note={<DomainNote app={data} place={place} onAllowed={() => void refetch()} />}
    />
  )
}

type AppNoteProps = { sentence: string; action: ReactNode; isProblem?: boolean }

const AppNote = ({ sentence, action, isProblem = true }: AppNoteProps) => (
  <div className="card flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 text-sm">
    <AppWindow aria-hidden className="size-4 shrink-0 text-ink-faint" />
    <p role={isProblem ? 'alert' : undefined} className="min-w-40 flex-1 wrap-anywhere">
      {sentence}
    </p>
    {action}
  </div>
)

type DomainNoteProps = { app: McpApp; place: CallPlace; onAllowed: () => void }

function DomainNote({ app, place, onAllowed }: DomainNoteProps) {
  const [isSent, setIsSent] = useState(false)
  const allowed = new Set(app.allowedDomains)
  const wanted = [...new Set([...app.connectDomains, ...app.resourceDomains])].filter(
    (domain) => !allowed.has(domain),
  )
  if (wanted.length === 0) return null
  const allow = () => {
    setIsSent(true)
    allowAppDomains(place, { domains: wanted })
      .then(onAllowed)
      .catch((error: unknown) => {
        setIsSent(false)
        reportFailure(t('Could not allow it'))(error)
      })
  }
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-warning-soft px-3 py-2 text-xs"
    >
      <p className="min-w-48 flex-1 text-pretty wrap-anywhere">
        {t(
          'This app wants to reach {wanted}. It can send what it knows of this call there. All apps of {serverName} may then reach them.',
          { wanted: formatDomains(wanted), serverName: app.serverName },
        )}
      </p>
      <Button size="sm" isLoading={isSent} onClick={allow}>
        {t('Allow')}
      </Button>
    </div>
  )
}

const formatDomains = (domains: readonly string[]): string =>
  domains.map((domain) => domain.replace(/^https:\/\//, '')).join(', ')

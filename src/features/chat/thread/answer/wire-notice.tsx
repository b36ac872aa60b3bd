import CloudDownload from 'lucide-react/icons/cloud-download'
import { useEffect, useState } from 'react'
import { cn } from '#ui/cn.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'
import type { WireState } from '../../runs/run-client.ts'

type WireNoticeProps = {
  wire: WireState
  hasText: boolean
  hasBegun: boolean
  isSummarising: boolean
}

export function WireNotice({ wire, hasText, hasBegun, isSummarising }: WireNoticeProps) {
  if (wire === 'reconnecting') {
    return (
      <p className="mt-3 flex items-center gap-2 text-sm text-warning">
        <Spinner className="size-3.5" />
        {hasBegun
          ? t('Connection lost. Reconnecting…')
          : t('The server cannot be reached. Your message will be sent when it is back…')}
      </p>
    )
  }
  if (wire === 'catching-up' && hasText) {
    return (
      <p className="mt-3 flex items-center gap-2 text-sm text-ink-faint">
        <CloudDownload aria-hidden className="size-3.5" />
        {t('Catching up…')}
      </p>
    )
  }
  if (isSummarising) {
    return (
      <p className="mt-3 flex items-center gap-2 text-sm text-ink-muted">
        <Spinner className="size-3.5" />
        {t('Summarising the older answers first…')}
      </p>
    )
  }
  if (hasText) return null
  return <Waiting />
}

/** Seconds after which the notice shows the waiting time. */
const countedFromSeconds = 3

function Waiting() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const startMs = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startMs) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="flex h-6 items-center gap-1" aria-hidden>
      {[0, 1, 2].map((dot) => (
        <span
          key={dot}
          className="size-1.5 animate-pulse rounded-full bg-ink-faint"
          style={{ animationDelay: `${dot * 180}ms` }}
        />
      ))}
      {seconds >= countedFromSeconds && (
        <span className="ps-1.5 text-xs text-ink-faint tabular-nums">{seconds} s</span>
      )}
    </p>
  )
}

export function WireBadge({ wire }: { wire: WireState }) {
  const text = badges[wire]
  if (text === undefined) return null
  return (
    <span className="flex items-center gap-1.5 font-normal text-ink-faint">
      <span
        aria-hidden
        className={cn('size-1.5 rounded-full', wire === 'live' ? 'bg-success' : 'bg-warning')}
      />
      {text}
    </span>
  )
}

const badges: Partial<Record<WireState, string>> = {
  live: 'live',
  'catching-up': t('catching up'),
  buffered: t('in chunks: a proxy buffers the stream'),
  reconnecting: 'reconnecting',
  'finished-elsewhere': t('finished while you were away'),
}

import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'

type RetryCountdownProps = {
  /** Time of the retry in milliseconds since 1970. */
  atMs: number
  onRetry: () => void
  onCancel: () => void
}

export function RetryCountdown({ atMs, onRetry, onCancel }: RetryCountdownProps) {
  const [leftMs, setLeftMs] = useState(() => atMs - Date.now())
  const retry = useEffectEvent(onRetry)

  useEffect(() => {
    const look = () => {
      const left = atMs - Date.now()
      setLeftMs(left)
      if (left > 0) return
      clearInterval(timer)
      retry()
    }
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [atMs])

  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return (
    <>
      <span className="text-ink-muted tabular-nums" role="timer">
        {t('Trying again in {isSoon, select, true {{seconds} s} other {{seconds2} min}}', {
          seconds,
          seconds2: Math.ceil(seconds / 60),
          isSoon: seconds < 90,
        })}
      </span>
      <Button size="sm" onClick={onRetry}>
        {t('Try now')}
      </Button>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </>
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#languages/viewer.ts'

/**
 * Milliseconds before a bar appears. An earlier bar would only flicker and delay the model's first
 * frame.
 */
const barAfterMs = 600

type LoadingBarProps = { title: string; fraction: number }

/**
 * Renders a thin bar along the upper edge after a short wait. A full bar means that the model is
 * being decoded.
 */
export function LoadingBar({ title, fraction }: LoadingBarProps) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), barAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <progress
      aria-label={t('Loading {title}', { title })}
      max={100}
      value={Math.round(fraction * 100)}
      className="pointer-events-none absolute inset-x-0 top-0 h-1 w-full appearance-none border-0 bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
    />
  )
}

type NoticeProps = {
  children: ReactNode
  /** Screen readers announce failures at once, and news after the current announcement. */
  tone: 'failure' | 'news'
  action?: { label: string; onClick: () => void } | undefined
}

export function Notice({ children, tone, action }: NoticeProps) {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center p-6">
      <div
        role={tone === 'failure' ? 'alert' : 'status'}
        className="pointer-events-auto grid max-w-sm justify-items-center gap-4 rounded-xl border border-line bg-surface-raised px-6 py-5 text-center text-sm text-ink shadow-overlay"
      >
        <p className="text-balance">{children}</p>
        {action && (
          <button
            type="button"
            onClick={action.onClick}
            className="rounded-lg bg-accent px-3.5 py-1.5 font-medium text-accent-ink outline-offset-2 outline-accent hover:opacity-90 focus-visible:outline-2"
          >
            {action.label}
          </button>
        )}
      </div>
    </div>
  )
}

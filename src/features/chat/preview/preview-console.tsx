import { useState } from 'react'
import { cn } from '#ui/cn.ts'
import { StateLight } from '#ui/feedback/state-light.tsx'
import { rich, t } from '#languages/app.ts'
import type { ConsoleLine, PreviewReports } from './preview-reports.ts'

export const PreviewProblems = ({ error, blocked }: Omit<PreviewReports, 'lines'>) => (
  <output className="flex flex-col gap-1 border-b border-line bg-warning-soft px-3 py-2 text-xs wrap-anywhere empty:hidden">
    {error !== undefined && (
      <span>{t('This page has an error: {error}', { error: error.slice(0, 300) })}</span>
    )}
    {blocked.length > 0 && (
      <span>
        {t('Previews load nothing from other sites. Left out: {blocked}', {
          blocked: blocked.join(', '),
        })}
      </span>
    )}
  </output>
)

const colours: Record<ConsoleLine['what'], string> = {
  error: 'text-danger',
  fault: 'text-danger',
  warning: 'text-warning',
  log: 'text-ink',
}

/**
 * Renders the console line below a preview. A click on this line opens the console output of the
 * previewed page.
 */
export function PreviewConsole({
  lines,
  isConfined,
}: {
  lines: readonly ConsoleLine[]
  isConfined: boolean
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <footer className="shrink-0 border-t border-line pb-[env(safe-area-inset-bottom)]">
      {isOpen && (
        <div
          role="log"
          aria-label={t('Console')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
          tabIndex={0}
          className="max-h-48 overflow-auto border-b border-line bg-surface-sunken px-4 py-2 font-mono text-xs"
        >
          {lines.length === 0 && (
            <p className="text-ink-muted">{t('The page has written nothing.')}</p>
          )}
          {lines.map(({ what, words }, at) => (
            <p key={at} className={cn('wrap-anywhere whitespace-pre-wrap', colours[what])}>
              {what !== 'log' && (
                <span className="sr-only">
                  {what === 'warning' ? `${t('Warning:')} ` : `${t('Error:')} `}
                </span>
              )}
              {words}
            </p>
          ))}
        </div>
      )}
      <div className="flex h-10 items-center gap-2 px-4 text-xs text-ink-muted coarse:h-11">
        <StateLight state={isConfined ? 'good' : 'caution'} />
        <span className="min-w-0 flex-1 truncate">
          {isConfined
            ? t('Runs on its own, without network')
            : t('Can reach the network in this browser')}
        </span>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex items-center gap-2 rounded-md px-1.5 py-1 hover:text-ink touch-target-small"
        >
          {rich('Console{span}', {
            linesCount: lines.length,
            span: (
              <span className="min-w-5 rounded-full bg-pressed px-1.5 text-center tabular-nums">
                {lines.length}
              </span>
            ),
          })}
        </button>
      </div>
    </footer>
  )
}

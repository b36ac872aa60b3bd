import { useMemo } from 'react'
import { cn } from '#ui/cn.ts'
import { diffLines, type LineChange } from '#lib/diff-lines.ts'
import { t } from '#languages/app.ts'

const contextLines = 3

type Row = LineChange | { kind: 'folded'; count: number }

const marks = { same: ' ', added: '+', removed: '−' }
const words = { same: '', added: t('Added: '), removed: t('Removed: ') }
const colours = {
  same: '',
  added: 'bg-success-soft text-success',
  removed: 'bg-danger-soft text-danger',
}

export function PreviewChanges({ before, after }: { before: string; after: string }) {
  const rows = useMemo(() => foldLines(diffLines(before, after)), [before, after])
  return (
    <section
      aria-label={t('Changes')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto py-2 -outline-offset-2"
    >
      {rows.every(({ kind }) => kind === 'folded' || kind === 'same') && (
        <p className="px-4 py-2 text-ink-muted">{t('Nothing has changed.')}</p>
      )}
      <div className="w-max min-w-full font-mono text-xs leading-relaxed">
        {rows.map((row, at) =>
          row.kind === 'folded' ? (
            <p key={at} className="bg-surface-sunken px-4 py-1 font-sans text-ink-faint">
              {row.count === 1
                ? t('1 line is the same')
                : t('{count} lines are the same', { count: row.count })}
            </p>
          ) : (
            <p key={at} className={cn('flex gap-3 px-4 whitespace-pre', colours[row.kind])}>
              <span aria-hidden className="select-none">
                {marks[row.kind]}
              </span>
              <span>
                <span className="sr-only">{words[row.kind]}</span>
                {row.text}
              </span>
            </p>
          ),
        )}
      </div>
    </section>
  )
}

function foldLines(changes: readonly LineChange[]): Row[] {
  const isNear = changes.map(() => false)
  for (const [at, { kind }] of changes.entries()) {
    if (kind === 'same') continue
    isNear.fill(true, Math.max(0, at - contextLines), at + contextLines + 1)
  }
  const rows: Row[] = []
  for (const [at, change] of changes.entries()) {
    const last = rows.at(-1)
    if (isNear[at]) rows.push(change)
    else if (last?.kind === 'folded') last.count++
    else rows.push({ kind: 'folded', count: 1 })
  }
  return rows
}

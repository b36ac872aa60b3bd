import { joinWithCommas } from '#lib/format.ts'
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef } from 'react'
import { cn } from '#ui/cn.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/viewer.ts'
import type { FixableRow, PrintFix } from './print-check-row.ts'

type Light = 'good' | 'look' | 'bad'

const boxes: Record<Light, string> = {
  good: 'bg-success-soft',
  look: 'bg-warning-soft',
  bad: 'bg-danger-soft',
}

const lamps: readonly [Light, string][] = [
  ['bad', 'bg-light-bad'],
  ['look', 'bg-light-caution'],
  ['good', 'bg-light-good'],
]

const marks: Record<FixableRow['tone'], { icon: ReactNode; className: string; label: string }> = {
  good: {
    icon: <Check aria-hidden />,
    className: 'bg-success-soft text-success',
    label: t('Fine'),
  },
  look: {
    icon: <TriangleAlert aria-hidden />,
    className: 'bg-warning-soft text-warning',
    label: t('Worth a look'),
  },
  note: { icon: <Minus aria-hidden />, className: 'bg-hover text-ink-muted', label: t('Note') },
  bad: { icon: <X aria-hidden />, className: 'bg-danger-soft text-danger', label: t('Problem') },
}

type PrintVerdictProps = {
  rows: readonly FixableRow[]
  isPending?: boolean
  onFix: (fix: PrintFix) => void
}

export function PrintVerdict({ rows, isPending = false, onFix }: PrintVerdictProps) {
  const bad = rows.filter(({ tone }) => tone === 'bad').length
  const doubtful = rows.filter(({ tone }) => tone === 'look').length
  const light: Light = bad > 0 ? 'bad' : doubtful > 0 ? 'look' : 'good'
  const isOpen = isPending && light !== 'bad'
  const list = useRef<HTMLUListElement>(null)
  const failed = rows.filter(({ tone }) => tone === 'bad' || tone === 'look')
  return (
    <>
      <div
        className={cn(
          'flex items-center gap-3 rounded-lg p-3.5',
          isOpen ? 'bg-hover' : boxes[light],
        )}
      >
        <span
          aria-hidden
          className="flex shrink-0 gap-1.5 rounded-full border border-line-strong bg-surface p-1.5"
        >
          {lamps.map(([name, lit]) => (
            <span
              key={name}
              className={cn(
                'size-2.5 rounded-full',
                name === light && !isOpen ? lit : 'bg-line-strong',
              )}
            />
          ))}
        </span>
        <div className="min-w-0">
          <p className="text-lg font-semibold">{isOpen ? t('Checking') : titles[light]}</p>
          <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-xs text-ink-muted">
            <p>{isOpen ? t('Walls, overhangs and stability') : describeChecks(bad, doubtful)}</p>
            {!isOpen &&
              failed.map((row) => (
                <button
                  key={row.title}
                  type="button"
                  className="min-h-6 font-medium text-ink underline underline-offset-2"
                  onClick={() => showRow(list.current?.children[rows.indexOf(row)])}
                >
                  {row.title}
                </button>
              ))}
          </div>
        </div>
      </div>
      <ul ref={list} aria-label={t('Checks')} className="card divide-y divide-line">
        {rows.map((row) => (
          <CheckRow key={row.title} row={row} onFix={onFix} />
        ))}
      </ul>
    </>
  )
}

/** On phones, the rows are below the visible part of the panel. */
function showRow(row: Element | undefined): void {
  row?.scrollIntoView({ block: 'center' })
  row?.querySelector('button')?.focus({ preventScroll: true })
}

const titles: Record<Light, string> = {
  good: t('Ready to print'),
  look: t('Prints, with a change'),
  bad: t('Needs a change first'),
}

function describeChecks(bad: number, doubtful: number): string {
  const found = [
    bad > 0 && t('{bad, plural, one {# problem} other {# problems}}', { bad }),
    doubtful > 0 &&
      t('{doubtful, plural, one {# check} other {# checks}} worth a look', { doubtful }),
  ].filter((one) => one !== false)
  return found.length > 0 ? joinWithCommas(found) : t('Every check is fine')
}

type CheckRowProps = { row: FixableRow; onFix: (fix: PrintFix) => void }

function CheckRow({ row: { tone, title, detail, value, fix }, onFix }: CheckRowProps) {
  const mark = marks[tone]
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <span
        className={cn(
          'grid size-6 shrink-0 place-items-center rounded-md [&_svg]:size-3.5',
          mark.className,
        )}
      >
        {mark.icon}
        <span className="sr-only">{mark.label}</span>
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {detail !== undefined && <p className="text-xs text-pretty text-ink-muted">{detail}</p>}
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">
        {value !== undefined && <span className="font-medium tabular-nums">{value}</span>}
        {fix && (
          <Button size="sm" onClick={() => onFix(fix)}>
            {fix.label}
          </Button>
        )}
      </div>
    </li>
  )
}

import { joinWithCommas } from '#lib/format.ts'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactNode, type Ref, useRef, useState } from 'react'
import { cn } from '#ui/cn.ts'
import { Button } from '#ui/actions/button.tsx'
import type { PrepStep } from '#model-files/print/steps.ts'
import { t } from '#languages/viewer.ts'
import { findMainFix, isFailed, listFixed, mustChange, sortChecks } from './print-check-row.ts'
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
  note: { icon: <Info aria-hidden />, className: 'bg-hover text-ink-muted', label: t('Note') },
  bad: { icon: <X aria-hidden />, className: 'bg-danger-soft text-danger', label: t('Problem') },
}

type FixProps = {
  onFix: (fix: PrintFix) => void
  /** Step that runs, during which no other fix can start. */
  running?: PrepStep['kind'] | undefined
}

type PrintVerdictProps = FixProps & {
  rows: readonly FixableRow[]
  isPending?: boolean
  /** Progress and result of a fix. */
  children?: ReactNode
}

export function PrintVerdict({ isPending = false, children, ...props }: PrintVerdictProps) {
  const { rows: unsorted, ...fixing } = props
  const rows = sortChecks(unsorted)
  const bad = rows.filter(({ tone }) => tone === 'bad').length
  const doubtful = rows.filter(({ tone }) => tone === 'look').length
  const light: Light = bad > 0 ? 'bad' : doubtful > 0 ? 'look' : 'good'
  const isOpen = isPending && light !== 'bad'
  const list = useRef<HTMLUListElement>(null)
  const failed = rows.filter(isFailed)
  const fix = isOpen ? undefined : findMainFix(rows)
  const title = light === 'look' && !mustChange(rows) ? t('Prints, with supports') : titles[light]
  return (
    <>
      <div
        className={cn(
          // Has the height of a result with a fix from the start, so that the rows do not move.
          'flex min-h-34.5 items-center gap-3 rounded-lg p-3.5 coarse:min-h-37',
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
          <p className="text-lg font-semibold">{isOpen ? t('Checking') : title}</p>
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
          {fix && (
            <FixButton
              {...fixing}
              fix={fix}
              variant={mustChange(rows) ? 'primary' : 'secondary'}
              className="mt-2"
            >
              {fix.action}
            </FixButton>
          )}
          {fix && failed.length > 1 && <FixEffect rows={rows} fix={fix} />}
        </div>
      </div>
      {children}
      <CheckList listRef={list} rows={rows} isPending={isOpen} {...fixing} />
    </>
  )
}

const toNames = (rows: readonly FixableRow[]) => joinWithCommas(rows.map(({ title }) => title))

function FixEffect({ rows, fix }: { rows: readonly FixableRow[]; fix: PrintFix }) {
  const fixed = listFixed(rows, fix)
  const open = rows.filter((row) => isFailed(row) && !fixed.includes(row))
  return (
    <div className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-muted">
      <p>{t('Fixes: {checks}', { checks: toNames(fixed) })}</p>
      {open.length > 0 && <p>{t('Leaves open: {checks}', { checks: toNames(open) })}</p>}
    </div>
  )
}

type CheckListProps = FixProps & {
  listRef: Ref<HTMLUListElement>
  /** The failed checks first. */
  rows: readonly FixableRow[]
  isPending: boolean
}

/** On phones, one line stands for the passed checks, so that the others are visible. */
function CheckList({ listRef, rows, isPending, ...fixing }: CheckListProps) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const count = rows.filter(({ tone }) => tone === 'good').length
  const mark = marks[isPending ? 'note' : 'good']
  return (
    <div className="card">
      <ul ref={listRef} aria-label={t('Checks')} className="divide-y divide-line">
        {rows.map((row) => (
          <CheckRow
            key={row.title}
            row={row}
            sameAs={findSameFix(row, rows)}
            className={isFailed(row) || isUnfolded ? '' : 'max-md:hidden'}
            {...fixing}
          />
        ))}
      </ul>
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={() => setIsUnfolded(!isUnfolded)}
        className="flex min-h-11 w-full items-center gap-3 border-t border-line px-3 text-start text-ink-muted md:hidden"
      >
        <span className={cn(markClass, mark.className)}>{mark.icon}</span>
        {isPending
          ? t('Being measured')
          : t('{count, plural, one {# check} other {# checks}} passed', { count })}
        <ChevronDown
          aria-hidden
          className={cn('ms-auto size-3.5 text-ink-faint', isUnfolded && 'rotate-180')}
        />
      </button>
    </div>
  )
}

/** Returns the earlier check that the same fix mends. */
function findSameFix(row: FixableRow, rows: readonly FixableRow[]): FixableRow | undefined {
  const first = row.fix && listFixed(rows, row.fix)[0]
  return first === row ? undefined : first
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

type FixButtonProps = FixProps & ComponentProps<typeof Button> & { fix: PrintFix }

const FixButton = ({ fix, onFix, running, ...button }: FixButtonProps) => {
  const isRunning = fix.kind === 'step' && fix.step.kind === running
  return (
    <Button
      {...button}
      isLoading={isRunning}
      disabled={running !== undefined && !isRunning}
      onClick={({ currentTarget }) => {
        // The next checks remove the button, and its focus must stay in the panel.
        currentTarget.closest<HTMLElement>('section[tabindex]')?.focus({ preventScroll: true })
        onFix(fix)
      }}
    />
  )
}

const markClass = 'grid size-6 shrink-0 place-items-center rounded-md [&_svg]:size-3.5'

type CheckRowProps = FixProps & {
  row: FixableRow
  /** Check that has the button of the same fix. */
  sameAs: FixableRow | undefined
  className: string
}

function CheckRow({ row, sameAs, className, ...fixing }: CheckRowProps) {
  const { tone, title, detail, value, fix } = row
  const mark = marks[tone]
  return (
    <li className={cn('flex items-center gap-3 px-3 py-2.5', className)}>
      <span className={cn(markClass, mark.className)}>
        {mark.icon}
        <span className="sr-only">{mark.label}</span>
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {detail !== undefined && <p className="text-xs text-pretty text-ink-muted">{detail}</p>}
        {sameAs && (
          <p className="text-xs text-ink-muted">
            {t('Same fix as “{check}”', { check: sameAs.title })}
          </p>
        )}
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">
        {value !== undefined && <span className="font-medium tabular-nums">{value}</span>}
        {fix && !sameAs && (
          <FixButton {...fixing} fix={fix} size="sm">
            {fix.label}
          </FixButton>
        )}
      </div>
    </li>
  )
}

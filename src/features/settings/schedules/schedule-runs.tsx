import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Schedule, ScheduleRun } from '#contract/chat/schedules.ts'
import { explainError } from '#lib/explain.ts'
import { formatMoney } from '#lib/money.ts'
import { StateLight } from '#ui/feedback/state-light.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/settings.ts'
import { formatMoment } from './describe-timing.ts'
import { scheduleRunsQuery } from './schedule-queries.ts'

export function ScheduleRuns({
  schedule: { id, name, timeZone, lastRun },
}: {
  schedule: Schedule
}) {
  const { data, error } = useQuery(scheduleRunsQuery(id, `${lastRun?.id} ${lastRun?.status}`))
  if (error) {
    return (
      <p role="alert" className="text-danger">
        {explainError(error)}
      </p>
    )
  }
  return (
    <section
      aria-label={t('Past runs of {name}', { name })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-md bg-surface-sunken px-3 py-2"
    >
      <ul className="flex flex-col gap-2">
        {data?.map((run) => (
          <li key={run.id}>
            <RunLine run={run} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const states = {
  starting: t('Begins'),
  running: t('Runs'),
  completed: t('Answered'),
  failed: t('Failed'),
  skipped: t('Left out'),
} as const

/** Milliseconds. A run that started later than this after its scheduled time is marked as late. */
const lateMs = 5 * 60_000

export function RunLine({ run, timeZone }: { run: ScheduleRun; timeZone: string }) {
  const { status, usd, problem, conversationId, startedAt } = run
  const isActive = status === 'starting' || status === 'running'
  const light = status === 'completed' ? 'good' : status === 'failed' ? 'bad' : 'off'
  const notes = [
    ...(usd !== undefined && usd > 0 ? [formatMoney({ amount: usd, currency: 'USD' })] : []),
    ...(run.isManual ? [t('run by you')] : []),
    ...describeLateness(run, timeZone),
  ]
  return (
    <div className="flex min-w-0 flex-1 items-baseline gap-2 text-xs">
      {isActive ? (
        <Spinner label={t('Runs')} className="size-3 shrink-0" />
      ) : (
        <StateLight state={light} />
      )}
      <p className="min-w-0 text-pretty wrap-anywhere text-ink-muted">
        <span className="tabular-nums">{formatMoment(startedAt, timeZone)}</span>
        {' · '}
        {conversationId === undefined ? (
          states[status]
        ) : (
          <Link
            href={`/chat/${conversationId}`}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            {states[status]}
          </Link>
        )}
        {notes.map((note) => ` · ${note}`)}
        {problem !== undefined && <span className="block text-ink">{problem}</span>}
      </p>
    </div>
  )
}

function describeLateness(run: ScheduleRun, timeZone: string): string[] {
  if (Date.parse(run.startedAt) - Date.parse(run.dueAt) < lateMs) return []
  const due = formatMoment(run.dueAt, timeZone)
  const others =
    run.missed === undefined
      ? ''
      : t(', and {times} left out', {
          times: t('{missed, plural, one {# later time} other {# later times}}', {
            missed: run.missed,
          }),
        })
  return [t('late: due {due} while no server ran{others}', { due, others })]
}

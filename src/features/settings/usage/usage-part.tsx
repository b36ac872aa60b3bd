import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { explain } from '#api/http/errors.ts'
import { readUsage, usageCsvUrlOf } from '#api/usage.ts'
import type { Used, UsageReport } from '#contract/usage.ts'
import { formatPlural, formatRoughCount } from '#lib/format.ts'
import { formatMoney } from '#lib/money.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { cardClass } from '../layout/card-class.ts'
import { Part } from '../layout/part.tsx'

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: 'Year' },
] as const
type Span = (typeof spans)[number]['value']

/** What the chat's answers took: by day, by model, by chat. */
export function UsagePart() {
  const [span, setSpan] = useState<Span>('30')
  const wanted = {
    days: Number(span),
    timeZone: ownTimeZone(),
  }
  const { data, error } = useQuery({
    queryKey: ['usage', wanted],
    queryFn: ({ signal }) => readUsage(wanted, signal),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  return (
    <Part
      title="Usage"
      about="What your chats used, as reported by the services. Deleted and temporary chats, and API keys, are not counted."
      action={
        <LinkButton href={usageCsvUrlOf(wanted)} download icon={<Download aria-hidden />}>
          Export CSV
        </LinkButton>
      }
    >
      <SegmentedControl label="Period" value={span} onValueChange={setSpan} options={spans} />
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explain(error)}
        </p>
      )}
      {data &&
        (data.total.answers === 0 ? (
          <p className={`${cardClass} px-4 py-3 text-ink-muted`}>No answers in this period.</p>
        ) : (
          <Report report={data} />
        ))}
    </Part>
  )
}

const Report = ({ report: { total, days, models, chats } }: { report: UsageReport }) => (
  <>
    <p>
      <strong className="text-lg font-semibold">{costOf(total) || 'No known cost'}</strong>{' '}
      <span className="text-ink-muted">
        {formatPlural(total.answers, 'answer')}, {tokensOf(total)}
      </span>
    </p>
    <UsedList title="By day" rows={days.map((row) => ({ ...row, key: row.day, name: row.day }))} />
    <UsedList
      title="By model"
      rows={models.map((row) => ({ ...row, key: row.modelId, name: row.modelId }))}
    />
    <UsedList
      title="By chat"
      rows={chats.map((row) => ({
        ...row,
        key: row.id,
        name: row.title || 'Untitled',
        href: `/chat/${row.id}`,
      }))}
    />
  </>
)

type UsedRow = Used & { key: string; name: string; href?: string }

const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Where there are no prices, tokens tell the order. */
const weightOf = (row: Used): number =>
  row.costs.reduce((sum, { amount }) => sum + amount, 0) || row.completionTokens * 1e-12

/** Bars show the share of the dearest, or of the longest where there are no prices. */
function UsedList({ title, rows }: { title: string; rows: readonly UsedRow[] }) {
  const most = Math.max(...rows.map(weightOf), Number.MIN_VALUE)
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      <ul
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard.
        tabIndex={0}
        className={`${cardClass} max-h-72 overflow-y-auto`}
      >
        {rows.map((row) => (
          <li key={row.key} className="px-4 py-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 wrap-anywhere">
                {row.href === undefined ? (
                  row.name
                ) : (
                  <Link href={row.href} className="underline-offset-2 hover:underline">
                    <bdi>{row.name}</bdi>
                  </Link>
                )}
              </span>
              <span className="text-xs text-ink-muted tabular-nums">
                {[costOf(row), tokensOf(row), formatPlural(row.answers, 'answer')]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <div aria-hidden className="mt-1.5 h-1 rounded-full bg-pressed">
              <div
                className="h-1 rounded-full bg-accent"
                style={{ width: `${Math.max(1, (weightOf(row) / most) * 100)}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const costOf = ({ costs }: Used): string => costs.map(formatMoney).join(' + ')

const tokensOf = ({ promptTokens, completionTokens }: Used): string =>
  `${formatRoughCount(promptTokens)} tokens in, ${formatRoughCount(completionTokens)} out`

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { readSpending, spendingCsvUrlOf } from '#api/spending.ts'
import { measures, type Amounts, type SpendingReport } from '#contract/spending.ts'
import { formatAmount } from '#queries/limit-words.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { cardClass } from '../layout/card-class.ts'
import { Part } from '../layout/part.tsx'

const spans = [
  { value: '1', label: 'Today' },
  { value: '30', label: '30 days' },
  { value: '365', label: 'Year' },
] as const
type Span = (typeof spans)[number]['value']

/** What everybody used, for admins: by person, model and day. */
export function SpendingPart({ hasPeople }: { hasPeople: boolean }) {
  const [span, setSpan] = useState<Span>('30')
  const days = Number(span)
  const { data, error } = useQuery({
    queryKey: ['spending', days],
    queryFn: ({ signal }) => readSpending(days, signal),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  return (
    <Part
      title="Everyone’s usage"
      about="Everything that was used on this server: chats, temporary ones too, 3D models, uploads and API keys. Days are in UTC."
      action={
        <LinkButton href={spendingCsvUrlOf(days)} download icon={<Download aria-hidden />}>
          Export CSV
        </LinkButton>
      }
    >
      <SegmentedControl
        label="Period of everyone’s usage"
        value={span}
        onValueChange={setSpan}
        options={spans}
      />
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explain(error)}
        </p>
      )}
      {data && <Report report={data} hasPeople={hasPeople} />}
    </Part>
  )
}

function Report({ report, hasPeople }: { report: SpendingReport; hasPeople: boolean }) {
  const { total, people, models, days } = report
  if (days.length === 0) {
    return <p className={`${cardClass} px-4 py-3 text-ink-muted`}>Nothing was used.</p>
  }
  return (
    <>
      <p className="text-ink-muted tabular-nums">{describe(total)}</p>
      {hasPeople && (
        <UsedTable
          title="By person"
          rows={people.map((row) => ({ ...row, name: row.name ?? 'Deleted person' }))}
        />
      )}
      <UsedTable
        title="By model"
        rows={models.map((row) => ({ ...row, id: row.modelId, name: row.modelId }))}
      />
      <UsedTable
        title="By day"
        rows={days.map((row) => ({ ...row, id: row.day, name: row.day }))}
      />
    </>
  )
}

type Row = Amounts & { id: string; name: string }

function UsedTable({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  // One's own usage is told by day and model on the same page.
  const label = `Everyone’s usage ${title.toLowerCase()}`
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      <ul
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard.
        tabIndex={0}
        className={`${cardClass} max-h-72 overflow-y-auto`}
      >
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2"
          >
            <bdi className="min-w-0 wrap-anywhere">{row.name}</bdi>
            <span className="text-xs text-ink-muted tabular-nums">{describe(row)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const describe = (amounts: Amounts): string =>
  measures
    .filter((measure) => amounts[measure] > 0)
    .map((measure) => formatAmount(measure, amounts[measure]))
    .join(' · ')

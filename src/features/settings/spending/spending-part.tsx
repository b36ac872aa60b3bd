import { readSpending, spendingCsvUrlOf } from '#api/spending.ts'
import { measures, type Amounts, type SpendingReport } from '#contract/spending.ts'
import { formatAmount } from '#queries/limit-words.ts'
import { NothingUsed, UsageReport, UsageRows } from '../usage/usage-report.tsx'

/** What everybody used, for admins: by person, model and day. */
export const SpendingPart = ({ hasPeople }: { hasPeople: boolean }) => (
  <UsageReport
    title="Everyone’s usage"
    about="Everything that was used on this server: chats, temporary ones too, 3D models, uploads and API keys. Days are in UTC."
    periodLabel="Period of everyone’s usage"
    shortest="today"
    queryKey={['spending']}
    read={readSpending}
    csvUrlOf={spendingCsvUrlOf}
  >
    {(report) => <Report report={report} hasPeople={hasPeople} />}
  </UsageReport>
)

function Report({ report, hasPeople }: { report: SpendingReport; hasPeople: boolean }) {
  const { total, people, models, days } = report
  if (days.length === 0) return <NothingUsed>Nothing was used.</NothingUsed>
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
  return (
    <UsageRows title={title} label={`Everyone’s usage ${title.toLowerCase()}`}>
      {rows.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2"
        >
          <bdi className="min-w-0 wrap-anywhere">{row.name}</bdi>
          <span className="text-xs text-ink-muted tabular-nums">{describe(row)}</span>
        </li>
      ))}
    </UsageRows>
  )
}

const describe = (amounts: Amounts): string =>
  measures
    .filter((measure) => amounts[measure] > 0)
    .map((measure) => formatAmount(measure, amounts[measure]))
    .join(' · ')

import { toMidSentence } from '#lib/format.ts'
import { readSpending, toSpendingCsvUrl, type SpendingOf } from '#api/spending.ts'
import { measures, type Amounts, type SpendingReport } from '#contract/spending.ts'
import { formatShortAmount } from '#queries/limit-words.ts'
import { t } from '#languages/settings.ts'
import { formatUsageDay } from '../usage/day-columns.tsx'
import { useUsedModels } from '../usage/use-used-models.ts'
import { NothingUsed, UsageReportView, UsageRows } from '../usage/usage-report.tsx'

const words = {
  own: {
    id: 'all-your-usage',
    title: t('All your usage'),
    about: t(
      'Everything of yours that counts towards limits: chats, temporary ones too, 3D models, uploads and API keys. Days are in UTC.',
    ),
    period: t('Period of all your usage'),
  },
  all: {
    id: 'everyone-s-usage',
    title: t('Everyone’s usage'),
    about: t(
      'Everything that was used on this server: chats, temporary ones too, 3D models, uploads and API keys. Days are in UTC.',
    ),
    period: t('Period of everyone’s usage'),
  },
} as const

export function SpendingPart({ of, hasPeople }: { of: SpendingOf; hasPeople: boolean }) {
  const { id, title, about, period } = words[of]
  return (
    <UsageReportView
      id={id}
      title={title}
      about={about}
      periodLabel={period}
      shortest="today"
      queryKey={['spending', of]}
      read={(days, signal) => readSpending(of, days, signal)}
      csvUrlOf={(days) => toSpendingCsvUrl(of, days)}
    >
      {(report) => <Report report={report} title={title} hasPeople={hasPeople && of === 'all'} />}
    </UsageReportView>
  )
}

type ReportProps = { report: SpendingReport; title: string; hasPeople: boolean }

function Report({ report, title, hasPeople }: ReportProps) {
  const { total, people, models, days } = report
  const describeModel = useUsedModels()
  const modelRows = models.map((row) => {
    const { name, isPriceAssumed } = describeModel(row.modelId)
    return { ...row, id: row.modelId, name, isPriceAssumed: isPriceAssumed && row.usd > 0 }
  })
  if (days.length === 0) return <NothingUsed>{t('Nothing was used.')}</NothingUsed>
  return (
    <>
      <p className="text-ink-muted tabular-nums">{describe(total)}</p>
      {modelRows.some(({ isPriceAssumed }) => isPriceAssumed) && (
        <p className="text-xs text-pretty text-ink-muted">
          {t(
            'Some models have no known price. While a limit in dollars applies, their answers count at a high assumed price. An admin can enter the prices in Settings › Models and services.',
          )}
        </p>
      )}
      {hasPeople && (
        <UsedTable
          of={title}
          title={t('By person')}
          rows={people.map((row) => ({ ...row, name: row.name ?? t('Deleted person') }))}
        />
      )}
      <UsedTable of={title} title={t('By model')} rows={modelRows} />
      <UsedTable
        of={title}
        title={t('By day')}
        rows={days.map((row) => ({ ...row, id: row.day, name: formatUsageDay(row.day) }))}
      />
    </>
  )
}

type Row = Amounts & { id: string; name: string; isPriceAssumed?: boolean }

type UsedTableProps = { of: string; title: string; rows: readonly Row[] }

function UsedTable({ of, title, rows }: UsedTableProps) {
  if (rows.length === 0) return null
  // Other sections have lists with the same titles, so the accessible name also contains the
  // section.
  return (
    <UsageRows title={title} label={`${of} ${toMidSentence(title)}`}>
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

const describe = (amounts: Amounts & Pick<Row, 'isPriceAssumed'>): string =>
  measures
    .filter((measure) => amounts[measure] > 0)
    .map((measure) => {
      const amount = formatShortAmount(measure, amounts[measure])
      return measure === 'usd' && amounts.isPriceAssumed
        ? t('{amount} assumed', { amount })
        : amount
    })
    .join(' · ')

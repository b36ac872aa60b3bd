import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readUsage, toUsageCsvUrl } from '#api/usage.ts'
import type { LimitState } from '#contract/spending.ts'
import type { UsageSum, UsageReport as OwnUsage } from '#contract/usage.ts'
import { formatRoughCount, joinWithCommas } from '#lib/format.ts'
import { formatMoney } from '#lib/money.ts'
import { t } from '#languages/settings.ts'
import { useProviderName } from '#queries/provider-name.ts'
import { limitsQuery } from '../limits/limit-queries.ts'
import { findBudget } from './budget.ts'
import { BudgetLine } from './budget-line.tsx'
import { DayColumns, formatUsageDay } from './day-columns.tsx'
import { getServiceShade, namedServicesMax } from './service-shades.ts'
import { getUsageWeight } from './usage-weight.ts'
import { useUsedModels } from './use-used-models.ts'
import { NothingUsed, UsageReportView, UsageRows } from './usage-report.tsx'

export function UsagePart() {
  const timeZone = ownTimeZone()
  const limits = useQuery(limitsQuery('mine'))
  return (
    <UsageReportView
      id="usage"
      title={t('Chats')}
      about={t(
        'What your chats used, as reported by the services. Deleted and temporary chats, and API keys, are not counted.',
      )}
      periodLabel={t('Period')}
      shortest="week"
      queryKey={['usage', timeZone]}
      read={(days, signal) => readUsage({ days, timeZone }, signal)}
      csvUrlOf={(days) => toUsageCsvUrl({ days, timeZone })}
    >
      {(report) =>
        report.total.answers === 0 ? (
          <NothingUsed>{t('No answers in this period.')}</NothingUsed>
        ) : (
          // Appears together with the budget, so that nothing moves.
          !limits.isPending && (
            <Report
              report={report}
              budget={findBudget(limits.data?.limits ?? [])}
              nowMs={limits.dataUpdatedAt}
            />
          )
        )
      }
    </UsageReportView>
  )
}

type ReportProps = { report: OwnUsage; budget: LimitState | undefined; nowMs: number }

function Report({ report, budget, nowMs }: ReportProps) {
  const { total, days, services, models, chats } = report
  const describeModel = useUsedModels()
  return (
    <>
      <div className="card grid gap-x-10 gap-y-6 p-5 md:grid-cols-[auto_minmax(0,1fr)] md:items-end">
        <div>
          <p className="text-xs font-medium text-ink-muted">{t('Spent in this period')}</p>
          <p
            className={`${total.costs.length === 1 ? 'text-figure' : 'text-2xl'} font-semibold tabular-nums`}
          >
            {formatCosts(total) || t('No known cost')}
          </p>
          <p className="mt-1 text-ink-muted">
            {joinWithCommas([
              t('{answers, plural, one {# answer} other {# answers}}', { answers: total.answers }),
              formatTokens(total),
            ])}
          </p>
          {budget && <BudgetLine budget={budget} nowMs={nowMs} />}
          <ServiceLegend services={services} />
        </div>
        <DayColumns days={days} services={services.map(({ id }) => id)} />
      </div>
      {total.assumedUsd !== undefined && (
        <p className="text-xs text-pretty text-ink-muted">
          {t(
            'Some models have no known price. Limits in dollars count their answers at a high assumed price: {total} in this period. An admin can enter the prices in Settings › Models and services.',
            { total: formatAssumed(total) },
          )}
        </p>
      )}
      <UsedList
        title={t('By day')}
        rows={days.map((row) => ({ ...row, key: row.day, name: formatUsageDay(row.day) }))}
      />
      <UsedList
        title={t('By model')}
        rows={models.map((row) => ({
          ...row,
          key: row.modelId,
          name: describeModel(row.modelId).name,
        }))}
      />
      <UsedList
        title={t('By chat')}
        rows={chats.map((row) => ({
          ...row,
          key: row.id,
          name: row.title || t('Untitled'),
          href: `/chat/${row.id}`,
        }))}
      />
    </>
  )
}

/** Explains the colours of the columns, unless all usage is of one service. */
function ServiceLegend({ services }: Pick<OwnUsage, 'services'>) {
  const nameOfProvider = useProviderName()
  const named = services.slice(0, namedServicesMax)
  const rest = services.slice(namedServicesMax)
  if (services.length < 2) return null
  const rows = named.map((service) => ({
    key: service.id,
    name: nameOfProvider(service.id),
    figure: describeService(service),
  }))
  if (rest.length > 0) {
    rows.push({ key: '', name: t('Other services'), figure: formatRest(rest) })
  }
  return (
    <ul aria-label={t('By service')} className="mt-4 flex flex-col gap-2 border-t border-line pt-3">
      {rows.map(({ key, name, figure }, at) => (
        <li key={key} className="flex items-center gap-2.5">
          <span aria-hidden className={`size-2.5 shrink-0 rounded-xs ${getServiceShade(at)}`} />
          <span className="min-w-0 flex-1 truncate">
            <bdi>{name}</bdi>
          </span>
          <span className="font-medium tabular-nums">{figure}</span>
        </li>
      ))}
    </ul>
  )
}

type ServiceUsage = OwnUsage['services'][number]

const describeService = (service: ServiceUsage): string =>
  formatCosts(service) ||
  t('{answers, plural, one {# answer} other {# answers}}', { answers: service.answers })

function formatRest(services: readonly ServiceUsage[]): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of services.flatMap(({ costs }) => costs)) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, amount]) => formatMoney({ amount, currency })).join(' + ')
}

type UsedRow = UsageSum & { key: string; name: string; href?: string }

const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Renders rows with bars. The length of a bar shows the cost, or the number of tokens if no price
 * is known.
 */
function UsedList({ title, rows }: { title: string; rows: readonly UsedRow[] }) {
  const most = Math.max(...rows.map(getUsageWeight), Number.MIN_VALUE)
  return (
    <UsageRows title={title}>
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
              {[
                formatCosts(row),
                formatAssumed(row),
                formatTokens(row),
                t('{answers, plural, one {# answer} other {# answers}}', { answers: row.answers }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
          <div aria-hidden className="mt-1.5 h-1 rounded-full bg-pressed">
            <div
              className="h-1 rounded-full bg-accent"
              style={{ width: `${Math.max(1, (getUsageWeight(row) / most) * 100)}%` }}
            />
          </div>
        </li>
      ))}
    </UsageRows>
  )
}

const formatAssumed = ({ assumedUsd }: UsageSum): string =>
  assumedUsd === undefined
    ? ''
    : t('{money} assumed', { money: formatMoney({ amount: assumedUsd, currency: 'USD' }) })

const formatCosts = ({ costs }: UsageSum): string => costs.map(formatMoney).join(' + ')

const formatTokens = ({ promptTokens, completionTokens }: UsageSum): string =>
  t('{promptTokens} tokens in, {completionTokens} out', {
    promptTokens: formatRoughCount(promptTokens),
    completionTokens: formatRoughCount(completionTokens),
  })

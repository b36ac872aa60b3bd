import { useQuery } from '@tanstack/react-query'
import { readSpending } from '#api/spending.ts'
import { formatShortAmount } from '#queries/limit-words.ts'
import { Card } from '#ui/layout/card.tsx'
import { t } from '#languages/settings.ts'
import { useUsedModels } from '../usage/use-used-models.ts'

/** Shows what all people have used of a connection since the first of the month, in UTC. */
export function ConnectionSpending({ id, nowMs }: { id: string; nowMs: number }) {
  const days = new Date(nowMs).getUTCDate()
  const describeModel = useUsedModels()
  const { data, isError } = useQuery({
    queryKey: ['spending', 'all', days],
    queryFn: ({ signal }) => readSpending('all', days, signal),
    staleTime: 0,
  })
  if (isError) return null
  const used = data?.models.filter(({ modelId }) => modelId.startsWith(`${id}/`)) ?? []
  const sum = (measure: 'usd' | 'tokens' | 'models', rows = used) =>
    rows.reduce((total, row) => total + row[measure], 0)
  const hasCost =
    sum('usd') > 0 || !used.some(({ modelId }) => describeModel(modelId).isPriceAssumed)
  const assumed = sum(
    'usd',
    used.filter(({ modelId }) => describeModel(modelId).isPriceAssumed),
  )
  const details = [
    ...(['tokens', 'models'] as const)
      .filter((measure) => sum(measure) > 0)
      .map((measure) => formatShortAmount(measure, sum(measure))),
    ...(assumed > 0 ? [t('{amount} assumed', { amount: formatShortAmount('usd', assumed) })] : []),
  ]
  return (
    <section aria-label={t('Spending')}>
      <Card className="p-4">
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="text-base font-semibold">{t('Spending')}</h2>
          <span className="text-xs text-ink-muted">{t('This month')}</span>
        </div>
        <p className="mt-2 text-2xl font-semibold tabular-nums">
          {data && (hasCost ? formatShortAmount('usd', sum('usd')) : t('No known cost'))}
          {'\u00a0'}
        </p>
        <p className="text-xs text-ink-muted tabular-nums">
          {data && details.length === 0 ? t('Nothing was used.') : details.join(' · ') || '\u00a0'}
        </p>
      </Card>
    </section>
  )
}

import type { ReactNode } from 'react'
import { t } from '#languages/app.ts'
import { modelFilters, type ModelFilter } from './model-filters.ts'
import type { ChatModel } from '#contract/models.ts'

export type ModelNarrowing = { filters: ReadonlySet<ModelFilter>; isCheapestFirst: boolean }

export const noNarrowing: ModelNarrowing = { filters: new Set(), isCheapestFirst: false }

type ModelFilterPillsProps = {
  models: readonly ChatModel[]
  value: ModelNarrowing
  onChange: (value: ModelNarrowing) => void
}

export function ModelFilterPills({ models, value, onChange }: ModelFilterPillsProps) {
  const { filters, isCheapestFirst } = value
  const useful = modelFilters.filter(
    ({ value: filter, accepts }) =>
      filters.has(filter) || (models.some(accepts) && !models.every(accepts)),
  )
  const hasPrices = models.some(({ price }) => price !== undefined)
  if (useful.length === 0 && !hasPrices) return null
  const toggle = (filter: ModelFilter) => {
    const next = new Set(filters)
    if (!next.delete(filter)) next.add(filter)
    onChange({ ...value, filters: next })
  }
  return (
    <fieldset className="m-0 flex min-w-0 shrink-0 gap-1.5 overflow-x-auto border-0 px-4 pt-2.5 pb-1">
      <legend className="sr-only">{t('Filters')}</legend>
      <Pill isOn={filters.size === 0 && !isCheapestFirst} onPressed={() => onChange(noNarrowing)}>
        {t('All')}
      </Pill>
      {useful.map(({ value: filter, label }) => (
        <Pill key={filter} isOn={filters.has(filter)} onPressed={() => toggle(filter)}>
          {label}
        </Pill>
      ))}
      {hasPrices && (
        <Pill
          isOn={isCheapestFirst}
          onPressed={() => onChange({ ...value, isCheapestFirst: !isCheapestFirst })}
        >
          {t('Cheapest first')}
        </Pill>
      )}
    </fieldset>
  )
}

type PillProps = { isOn: boolean; onPressed: () => void; children: ReactNode }

const Pill = ({ isOn, onPressed, children }: PillProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onPressed}
    className="flex h-7.5 shrink-0 items-center rounded-full border border-line-strong px-3 text-xs font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface coarse:h-11"
  >
    {children}
  </button>
)

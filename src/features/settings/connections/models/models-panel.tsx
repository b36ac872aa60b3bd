import { useMutation } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useCallback, useMemo, useState } from 'react'
import { type ModelsOf, renewKnownModels } from '#api/models/model-settings.ts'
import {
  changedModelsMax,
  type ChangeModels,
  type ConnectionModels,
  type ListedModel,
} from '#contract/model-settings.ts'
import { formatCount } from '#lib/format.ts'
import { daysUntil, formatShortDay } from '#lib/model-end.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { SegmentedControl, type SegmentOption } from '#ui/fields/segmented-control.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import {
  findListed,
  toSearched,
  type ListedModelFilter,
  type SearchedModel,
} from './find-listed.ts'
import { ModelRows } from './model-rows.tsx'
import { useModelChanges } from './use-model-changes.ts'

const loadPriceDialog = async () => (await import('./price-dialog.tsx')).PriceDialog

type ModelsPanelProps = {
  connection: ModelsOf
  list: ConnectionModels
  isInCard?: boolean
}

const filters: SegmentOption<ListedModelFilter>[] = [
  { value: 'all', label: t('All') },
  { value: 'on', label: t('On') },
  { value: 'off', label: t('Off') },
  { value: 'favourite', label: null, icon: <Star aria-hidden />, title: t('Favourites') },
]

export function ModelsPanel({ connection, list, isInCard = false }: ModelsPanelProps) {
  const { models, problems, knownDate } = list
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<ListedModelFilter>('all')
  const [priced, setPriced] = useState<ListedModel>()
  const openPrice = useCallback((model: ListedModel) => setPriced(model), [])
  const change = useModelChanges(connection)
  const searched = useMemo(() => toSearched(models), [models])
  const found = useMemo(() => findListed(searched, query, filter), [searched, query, filter])
  const onCount = useMemo(() => models.filter(({ isOn }) => isOn).length, [models])
  const hasFilledIn = useMemo(() => models.some(({ isFilledIn }) => isFilledIn), [models])

  return (
    <div className="flex flex-col gap-3">
      {problems.map(({ message }) => (
        <p key={message} role="alert" className="flex gap-2 text-pretty text-ink-muted">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          {message}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            type="search"
            aria-label={t('Search models')}
            placeholder={t('Search by name, or vision, tools, reasoning')}
            autoComplete="off"
            spellCheck={false}
            icon={<Search />}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </div>
        <SegmentedControl
          label={t('Show')}
          value={filter}
          onValueChange={setFilter}
          options={filters}
          className="w-52"
        />
      </div>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <output className="text-xs text-ink-muted tabular-nums">
          {found.length === models.length
            ? t('{modelsCount, plural, one {# model} other {# models}}', {
                modelsCount: models.length,
              })
            : t('{foundCount} of {modelsCount, plural, one {# model} other {# models}}', {
                foundCount: formatCount(found.length),
                modelsCount: models.length,
              })}
          {t(', {onCount} on', { onCount: formatCount(onCount) })}
        </output>
        <SwitchAll found={found} isSearch={found.length < models.length} onChange={change} />
      </div>
      {found.length === 0 ? (
        <p className="grid min-h-40 place-items-center text-ink-muted">
          {models.length === 0 ? t('This service lists no models.') : t('No matching models.')}
        </p>
      ) : (
        <ModelRows models={found} onChange={change} onPrice={openPrice} isInCard={isInCard} />
      )}
      {hasFilledIn && <KnownNote knownDate={knownDate} canRenew={!connection.isOwn} />}
      <Loaded
        load={loadPriceDialog}
        isWanted={priced !== undefined}
        props={{ model: priced, onClose: () => setPriced(undefined), onChange: change }}
      />
    </div>
  )
}

/**
 * Price data older than this number of days is marked, because providers change prices several
 * times a year.
 */
const oldDays = 60

function KnownNote({ knownDate, canRenew }: { knownDate: string; canRenew: boolean }) {
  const renew = useRenewKnown()
  const age = -daysUntil(knownDate)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className={cn('text-xs text-pretty', age > oldDays ? 'text-warning' : 'text-ink-faint')}>
        {t(
          '* Not listed by the service itself; from models.dev and price lists as of {knownDate}',
          { knownDate: formatShortDay(knownDate) },
        )}
        {age > 0 && t(', {age, plural, one {# day} other {# days}} old', { age })}.
        {age > oldDays && ` ${t('Prices may have changed.')}`}
      </p>
      {canRenew && (
        <Button
          variant="ghost"
          size="sm"
          icon={<RefreshCw aria-hidden />}
          isLoading={renew.isPending}
          onClick={() => renew.mutate()}
        >
          {t('Refresh')}
        </Button>
      )}
    </div>
  )
}

type SwitchAllProps = {
  found: readonly SearchedModel[]
  isSearch: boolean
  onChange: (change: ChangeModels) => void
}

function SwitchAll({ found, isSearch, onChange }: SwitchAllProps) {
  const set = (isOn: boolean) => {
    const ids = found.filter((model) => model.isOn !== isOn).map(({ id }) => id)
    for (let at = 0; at < ids.length; at += changedModelsMax) {
      onChange({ ids: ids.slice(at, at + changedModelsMax), isOn })
    }
  }
  const count = formatCount(found.length)
  const hasOn = found.some(({ isOn }) => isOn)
  const hasOff = found.some(({ isOn }) => !isOn)
  return (
    <div className="flex gap-1">
      <Button variant="ghost" size="sm" disabled={!hasOff} onClick={() => set(true)}>
        {isSearch ? t('Switch these {count} on', { count }) : t('Switch all on')}
      </Button>
      <Button variant="ghost" size="sm" disabled={!hasOn} onClick={() => set(false)}>
        {isSearch ? t('Switch these {count} off', { count }) : t('Switch all off')}
      </Button>
    </div>
  )
}

const useRenewKnown = () =>
  useMutation({
    mutationFn: renewKnownModels,
    onSuccess: withClient((client) => {
      showToast({ kind: 'success', title: t('Model information is up to date') })
      return client.invalidateQueries({ queryKey: modelsQuery().queryKey })
    }),
    onError: reportFailure(t('Could not refresh')),
  })

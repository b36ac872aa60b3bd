import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import ListChecks from 'lucide-react/icons/list-checks'
import Search from 'lucide-react/icons/search'
import type { AssetNarrowing } from '#api/library.ts'
import type { AssetSort, LibrarySummary } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/library.ts'
import { FilterBar } from './list/filter-bar.tsx'
import { NarrowingChips } from './list/narrowing-chips.tsx'
import { SortMenu } from './list/sort-menu.tsx'
import type { Chosen } from './list/use-chosen.ts'
import { TransferMenu } from './transfer/transfer-menu.tsx'
import type { ModelImport } from './transfer/use-model-import.ts'

export type LibraryView = 'grid' | 'list'

type LibraryHeaderProps = {
  summary: LibrarySummary | undefined
  isEmpty: boolean
  text: string
  onText: (text: string) => void
  narrowing: AssetNarrowing
  onNarrowing: (narrowing: AssetNarrowing) => void
  chosen: Chosen
  imports: ModelImport
  nameOfModel: (id: string) => string
  hasSidebar: boolean
  title: string
  /** Number of models that pass the filter. `undefined` until the models are loaded. */
  shownCount: string | undefined
  sort: AssetSort
  onSort: (sort: AssetSort) => void
  view: LibraryView
  onView: (view: LibraryView) => void
}

export function LibraryHeader({ summary, isEmpty, text, chosen, ...props }: LibraryHeaderProps) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2 md:px-6">
      {props.hasSidebar ? (
        <h2 className="truncate text-xl font-semibold">{props.title}</h2>
      ) : (
        <h1 className="truncate text-xl font-semibold">{props.narrowing.folder ?? t('Library')}</h1>
      )}
      {props.shownCount !== undefined && !isEmpty && (
        <output aria-label={t('Models shown')} className="text-ink-muted tabular-nums">
          {props.shownCount}
        </output>
      )}
      {!isEmpty && (
        <search className="order-1 w-full md:order-none md:ms-auto md:max-w-64">
          <TextField
            type="search"
            aria-label={t('Search models')}
            placeholder={t('Search')}
            icon={<Search />}
            value={text}
            onChange={(event) => props.onText(event.target.value)}
          />
        </search>
      )}
      <div className={cn('flex flex-wrap gap-2', isEmpty ? 'ms-auto' : 'ms-auto md:ms-0')}>
        {!isEmpty && <SortMenu value={props.sort} onChange={props.onSort} />}
        {!isEmpty && (
          <SegmentedControl
            label={t('View')}
            value={props.view}
            onValueChange={props.onView}
            options={[
              { value: 'grid', label: '', icon: <LayoutGrid aria-hidden />, title: t('Grid') },
              { value: 'list', label: '', icon: <List aria-hidden />, title: t('List') },
            ]}
          />
        )}
        {!isEmpty && (
          <Button
            aria-pressed={chosen.ids !== undefined}
            icon={<ListChecks aria-hidden />}
            onClick={chosen.ids ? chosen.end : chosen.begin}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
          >
            {t('Select')}
          </Button>
        )}
        <TransferMenu
          canExport={summary !== undefined && summary.count > 0}
          imports={props.imports}
        />
      </div>
      {props.hasSidebar && (
        <NarrowingChips
          value={props.narrowing}
          onChange={props.onNarrowing}
          nameOfModel={props.nameOfModel}
        />
      )}
      {!summary && !props.hasSidebar && (
        <div aria-hidden className="order-2 h-9 w-full md:order-none coarse:h-11" />
      )}
      {summary && !isEmpty && !props.hasSidebar && (
        <div className="order-2 -mx-4 w-dvw overflow-x-auto px-4 md:order-none md:mx-0 md:w-full md:px-0">
          <FilterBar
            value={props.narrowing}
            onChange={props.onNarrowing}
            summary={summary}
            nameOfModel={props.nameOfModel}
          />
        </div>
      )}
    </header>
  )
}

import ListChecks from 'lucide-react/icons/list-checks'
import Search from 'lucide-react/icons/search'
import type { AssetNarrowing } from '#api/library.ts'
import type { LibrarySummary } from '#contract/assets.ts'
import { formatBytes, formatCount } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { TextField } from '#ui/fields/text-field.tsx'
import { FilterBar } from './list/filter-bar.tsx'
import type { Chosen } from './list/use-chosen.ts'
import { TransferMenu } from './transfer/transfer-menu.tsx'
import type { ModelImport } from './transfer/use-model-import.ts'

type LibraryHeaderProps = {
  /** Totals of the whole library; `undefined` until loaded. */
  summary: LibrarySummary | undefined
  /** True if the library has no models, so that there is nothing to search or select. */
  isEmpty: boolean
  text: string
  onText: (text: string) => void
  narrowing: AssetNarrowing
  onNarrowing: (narrowing: AssetNarrowing) => void
  chosen: Chosen
  imports: ModelImport
  nameOfModel: (id: string) => string
}

export function LibraryHeader({ summary, isEmpty, text, chosen, ...props }: LibraryHeaderProps) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 md:px-6">
      <h1 className="text-base font-semibold tracking-tight">Library</h1>
      {summary && !isEmpty && (
        <span className="text-ink-faint tabular-nums">
          {formatCount(summary.count)} · {formatBytes(summary.storedBytes)}
        </span>
      )}
      {!isEmpty && (
        <search className="order-1 w-full md:order-none md:ml-auto md:max-w-64">
          <TextField
            type="search"
            aria-label="Search models"
            placeholder="Search"
            icon={<Search />}
            value={text}
            onChange={(event) => props.onText(event.target.value)}
          />
        </search>
      )}
      <div className={cn('flex gap-2', isEmpty ? 'ml-auto' : 'ml-auto md:ml-0')}>
        {!isEmpty && (
          <Button
            aria-pressed={chosen.ids !== undefined}
            icon={<ListChecks aria-hidden />}
            onClick={chosen.ids ? chosen.end : chosen.begin}
            className="aria-pressed:border-accent aria-pressed:text-accent-strong"
          >
            Select
          </Button>
        )}
        <TransferMenu
          canExport={summary !== undefined && summary.count > 0}
          imports={props.imports}
        />
      </div>
      {summary && !isEmpty && (
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

import Search from 'lucide-react/icons/search'
import { memo, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from '../cn.ts'
import { drawnMax, SearchOptions } from './search-options.tsx'

export type SearchListItem = { id: string; group?: string | undefined }

export type SearchListProps<Item extends SearchListItem> = {
  label: string
  placeholder: string
  query: string
  onQueryChange: (query: string) => void
  /** Items that match the query, best match first. Items of one group must be adjacent. */
  items: readonly Item[]
  /**
   * Renders an item. Pass a function whose identity does not change, so that unchanged rows do not
   * render again.
   */
  renderItem: (item: Item) => ReactNode
  onPick: (item: Item) => void
  selectedId?: string | undefined
  empty: ReactNode
  rowHeightPx?: number
  aside?: ReactNode
  filters?: ReactNode
  renderDetail?: ((item: Item) => ReactNode) | undefined
  className?: string | undefined
}

/**
 * Renders a field that filters a list. Arrow keys move the highlight, and Enter selects the
 * highlighted item.
 */
export function SearchList<Item extends SearchListItem>({
  label,
  placeholder,
  query,
  onQueryChange,
  items,
  renderItem,
  onPick,
  selectedId,
  empty,
  rowHeightPx = 36,
  aside,
  filters,
  renderDetail,
  className,
}: SearchListProps<Item>) {
  const id = useId()
  const [marked, setMarked] = useState<Mark>(() => ({
    at: initialIndex(items, selectedId),
    for: query,
  }))
  // A new query highlights its best match, even if the highlighted item still matches.
  const search = (next: string) => {
    setMarked({ at: 0, for: next })
    onQueryChange(next)
  }
  const at = marked.for === query ? findMarked(items, marked) : Math.min(0, items.length - 1)
  const mark = (index: number) => setMarked({ at: index, for: query, id: items[index]?.id })
  const optionId = (index: number) => `${id}-${index}`

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const next = nextIndex(event.key, at, items.length)
    const item = items[at]
    if (next !== undefined) mark(next)
    else if (event.key === 'Enter' && item) onPick(item)
    else return
    event.preventDefault()
  }

  return (
    <div className={cn('flex min-h-0 flex-col', className)}>
      <div className="flex h-13 shrink-0 items-center gap-2.5 border-b border-line px-5">
        <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what was asked for.
          autoFocus
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length > 0 ? optionId(at) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={query}
          onChange={({ target }) => search(target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-ink-faint coarse:text-lg forced-colors:outline-2 forced-colors:-outline-offset-4 forced-colors:outline-solid"
        />
        {aside}
      </div>
      {filters}
      {items.length === 0 && <div className="px-5 py-5 text-ink-muted">{empty}</div>}
      <div className="flex min-h-0 flex-1">
        <SearchOptions
          // The new key mounts the list again, because a mounted list cannot switch between normal
          // and virtualized rendering.
          key={items.length > drawnMax ? 'some' : 'all'}
          id={`${id}-list`}
          label={label}
          items={items}
          at={at}
          query={query}
          rowHeightPx={rowHeightPx}
          onPoint={(index) => index !== at && mark(index)}
          onPick={(index) => {
            const item = items[index]
            if (item) onPick(item)
          }}
          renderOption={(item, index) => (
            <Option
              id={optionId(index)}
              item={item}
              hasHeading={item.group !== undefined && item.group !== items[index - 1]?.group}
              isSelected={item.id === selectedId}
              isMarked={index === at}
              count={items.length}
              index={index}
              renderItem={renderItem as (item: SearchListItem) => ReactNode}
            />
          )}
        />
        {renderDetail && items[at] && (
          // Adding the shown item to the favourites moves the item in the list.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above.
          <aside
            onFocus={() => marked.id === undefined && mark(at)}
            className="hidden w-72 shrink-0 overflow-y-auto border-s border-line bg-surface p-5 md:block"
          >
            {renderDetail(items[at])}
          </aside>
        )}
      </div>
    </div>
  )
}

type OptionProps = {
  id: string
  item: SearchListItem
  hasHeading: boolean
  isSelected: boolean
  isMarked: boolean
  count: number
  index: number
  renderItem: (item: SearchListItem) => ReactNode
}

/**
 * Renders one option. The focus stays in the field, and the list handles the pointer events of all
 * options.
 */
const Option = memo(function Option(props: OptionProps) {
  const { id, item, hasHeading, isSelected, isMarked, count, index, renderItem } = props
  return (
    <>
      {hasHeading && (
        <div role="presentation" className="px-3 pt-3 pb-1 text-xs font-medium text-ink-faint">
          {item.group}
        </div>
      )}
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its list.
        role="option"
        aria-selected={isSelected}
        aria-setsize={count}
        aria-posinset={index + 1}
        data-option={index}
        data-marked={isMarked || undefined}
        className="flex min-h-9 cursor-default items-center gap-2.5 rounded-row px-3 py-1 select-none data-marked:bg-hover coarse:min-h-11.5"
      >
        {renderItem(item)}
      </div>
    </>
  )
})

/** The highlighted item. Without an id, the highlight stays at its place when the items change. */
type Mark = { at: number; for: string; id?: string | undefined }

function findMarked(items: readonly SearchListItem[], { at, id }: Mark): number {
  const isInPlace = id === undefined || items[at]?.id === id
  const found = isInPlace ? at : items.findIndex((item) => item.id === id)
  return found === -1 ? Math.min(at, items.length - 1) : Math.min(found, items.length - 1)
}

const initialIndex = (items: readonly SearchListItem[], selectedId: string | undefined) =>
  Math.max(
    0,
    items.findIndex(({ id }) => id === selectedId),
  )

function nextIndex(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, at + 8)
  if (key === 'PageUp') return Math.max(0, at - 8)
  return undefined
}

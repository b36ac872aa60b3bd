import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type ReactNode, type Ref } from 'react'

/** Longer lists have only those items in the page that are in view. */
export const drawnMax = 100

type SearchOptionsProps<Item extends { id: string }> = {
  /** Of the list, for the field that it belongs to. */
  id: string
  label: string
  items: readonly Item[]
  /** The one that is marked. */
  at: number
  query: string
  rowHeightPx: number
  renderOption: (item: Item, index: number) => ReactNode
}

/** What a search has found. The marked item is always in view. */
export const SearchOptions = <Item extends { id: string }>(props: SearchOptionsProps<Item>) =>
  props.items.length > drawnMax ? <SomeOptions {...props} /> : <AllOptions {...props} />

function AllOptions<Item extends { id: string }>(props: SearchOptionsProps<Item>) {
  const { items, at, renderOption } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another one is marked then.
  }, [at])
  return (
    <ListBox {...props} ref={list}>
      {items.map((item, index) => (
        <div key={item.id} role="presentation">
          {renderOption(item, index)}
        </div>
      ))}
    </ListBox>
  )
}

/** Rows drawn above and below what can be seen. */
const overscan = 4
/** Of a dialog's list, until it has been measured. */
const usualSize = { width: 560, height: 440 }

function SomeOptions<Item extends { id: string }>(props: SearchOptionsProps<Item>) {
  const { items, at, query, rowHeightPx, renderOption } = props
  const list = useRef<HTMLDivElement>(null)
  // Another function makes it measure thousands of rows anew.
  const getItemKey = useCallback((index: number) => items[index]?.id ?? index, [items])
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component.
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: items.length,
    getScrollElement: () => list.current,
    getItemKey,
    estimateSize: () => rowHeightPx,
    overscan,
    initialRect: usualSize,
    initialOffset: () => Math.max(0, at * rowHeightPx - usualSize.height / 2),
  })
  useEffect(() => {
    virtualizer.scrollToIndex(at, { align: 'auto' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another query begins at its first.
  }, [virtualizer, at, query])
  const rows = virtualizer.getVirtualItems()
  const above = rows[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)
  return (
    <ListBox {...props} ref={list}>
      <div role="presentation" style={{ paddingTop: above, paddingBottom: below }}>
        {rows.map(({ index, key }) => {
          const item = items[index]
          return (
            item && (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                role="presentation"
              >
                {renderOption(item, index)}
              </div>
            )
          )
        })}
      </div>
    </ListBox>
  )
}

type ListBoxProps = {
  id: string
  label: string
  ref: Ref<HTMLDivElement>
  children: ReactNode
}

const ListBox = ({ id, label, ref, children }: ListBoxProps) => (
  <div
    ref={ref}
    id={id}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no `select` leaves the focus in a field.
    role="listbox"
    aria-label={label}
    className="min-h-0 overflow-y-auto p-1.5 empty:hidden"
  >
    {children}
  </div>
)

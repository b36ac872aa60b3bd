import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type ReactNode, type Ref, type SyntheticEvent } from 'react'

/** Number of items above which only the visible items are rendered. */
export const drawnMax = 100

type SearchOptionsProps<Item extends { id: string }> = {
  id: string
  label: string
  items: readonly Item[]
  at: number
  query: string
  rowHeightPx: number
  renderOption: (item: Item, index: number) => ReactNode
  onPoint: (index: number) => void
  onPick: (index: number) => void
}

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

const overscan = 4
/** Size in pixels that is assumed for a dialog's list until the list is measured. */
const usualSize = { width: 560, height: 440 }

function SomeOptions<Item extends { id: string }>(props: SearchOptionsProps<Item>) {
  const { items, at, query, rowHeightPx, renderOption } = props
  const list = useRef<HTMLDivElement>(null)
  // Rows are used again for other items, which is faster than creating new ones.
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component.
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeightPx,
    overscan,
    initialRect: usualSize,
    initialOffset: () => Math.max(0, at * rowHeightPx - usualSize.height / 2),
  })
  useEffect(() => {
    virtualizer.scrollToIndex(at, { align: 'auto' })
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
  onPoint: (index: number) => void
  onPick: (index: number) => void
  ref: Ref<HTMLDivElement>
  children: ReactNode
}

const ListBox = ({ id, label, onPoint, onPick, ref, children }: ListBoxProps) => (
  // The field handles keys, so options only handle the pointer.
  // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events
  <div
    ref={ref}
    id={id}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no `select` leaves the focus in a field.
    role="listbox"
    aria-label={label}
    onPointerMove={(event) => withOption(event, onPoint)}
    onPointerDown={(event) => withOption(event, () => event.preventDefault())}
    onClick={(event) => withOption(event, onPick)}
    className="min-h-0 min-w-0 flex-1 overflow-y-auto p-2 empty:hidden"
  >
    {children}
  </div>
)

function withOption({ target }: SyntheticEvent, act: (index: number) => void): void {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-option]') : null
  if (option) act(Number(option.dataset['option']))
}

import Check from 'lucide-react/icons/check'
import { useMemo, useState } from 'react'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'
import { t } from '#languages/app.ts'
import { SearchDialog } from '../overlays/search-dialog.tsx'
import { useFieldControl } from './field-control.ts'
import type { SelectOption, SelectProps } from './select-props.ts'
import { SelectTrigger } from './select-trigger.tsx'

/** Renders a select with a search field, for hundreds of options. The list is open at first. */
export function SelectSearch({ value, onValueChange, options, ...look }: SelectProps) {
  const field = useFieldControl()
  const [isOpen, setIsOpen] = useState(true)
  const [query, setQuery] = useState('')
  const items = useMemo(() => toItems(options), [options])
  const found = useMemo(() => {
    const hasWords = createWordFilter(query)
    return items.filter(({ text }) => hasWords(text))
  }, [items, query])
  const close = () => {
    setIsOpen(false)
    setQuery('')
  }
  return (
    <>
      <SelectTrigger
        {...field}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        look={look}
        label={options.find((option) => option.value === value)?.label}
        onClick={() => setIsOpen(true)}
      />
      <SearchDialog
        isOpen={isOpen}
        onClose={close}
        label={t('Choose')}
        placeholder={t('Search')}
        query={query}
        onQueryChange={setQuery}
        items={found}
        selectedId={value}
        onPick={({ id, isOff }) => {
          if (isOff) return
          close()
          onValueChange(id)
        }}
        empty={t('Nothing matches.')}
        renderItem={({ id, label, hint }) => (
          <>
            <span className="min-w-0 flex-1 truncate">{label}</span>
            {hint !== undefined && <span className="truncate text-xs text-ink-faint">{hint}</span>}
            <Check
              aria-hidden
              className={id === value ? 'size-4 shrink-0 text-accent' : 'invisible size-4 shrink-0'}
            />
          </>
        )}
      />
    </>
  )
}

type Item = {
  id: string
  label: string
  hint: string | undefined
  group: string | undefined
  isOff: boolean
  text: string
}

/** Puts options without a group first. The groups follow in the order of their first option. */
function toItems(options: readonly SelectOption[]): Item[] {
  const groups = new Map<string | undefined, Item[]>([[undefined, []]])
  for (const { value, label, hint, group, disabled = false } of options) {
    const text = toFolded(`${value} ${label} ${group ?? ''}`)
    const item = { id: value, label, hint, group, isOff: disabled, text }
    const members = groups.get(group)
    if (members) members.push(item)
    else groups.set(group, [item])
  }
  return [...groups.values()].flat()
}

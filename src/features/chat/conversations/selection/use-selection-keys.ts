import { useEffect, type RefObject } from 'react'
import { selectionStore, selectOnly, toggleSelected } from '../row/selection-store.ts'
import { watchLongPress } from './watch-long-press.ts'

/**
 * Selects rows of the list: Ctrl+click or a long press toggles a row, Shift+click selects a range,
 * Space toggles the focused row, Shift+arrow extends the selection, and Ctrl+A selects all rows.
 * While rows are selected, a plain click toggles a row too, and Escape ends the selection.
 */
export function useSelectionKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const gone = new AbortController()
    if (list.current) watchSelection(list.current, gone.signal)
    return () => gone.abort()
  }, [list])
}

const findRow = ({ target }: Event): HTMLElement | null =>
  target instanceof Element && target.closest('a')
    ? target.closest<HTMLElement>('[data-chat]')
    : null

const getId = (row: HTMLElement | null | undefined): string | undefined => row?.dataset['chat']

const isSelecting = () => selectionStore.getState().ids.length > 0

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

function watchSelection(element: HTMLElement, signal: AbortSignal): void {
  const rows = () => [...element.querySelectorAll<HTMLElement>('[data-chat]')]
  const ids = () => [...new Set(rows().flatMap((row) => getId(row) ?? []))]
  let anchor: string | undefined
  const toggle = (id: string) => {
    anchor = id
    toggleSelected(id)
  }
  const extendTo = (id: string) => {
    selectOnly([...selectionStore.getState().ids, ...findRange(ids(), anchor, id)])
    anchor ??= id
  }
  const endsPress = watchLongPress(element, {
    findId: (event) => getId(findRow(event)),
    onPress: toggle,
    signal,
  })
  function onClick(event: MouseEvent): void {
    const id = getId(findRow(event))
    if (id === undefined) return
    const isModified = event.ctrlKey || event.metaKey || isSelecting()
    if (endsPress()) stop(event)
    else if (event.shiftKey) {
      stop(event)
      extendTo(id)
    } else if (isModified) {
      stop(event)
      toggle(id)
    } else anchor = id
  }
  function moveFrom(row: HTMLElement, id: string, step: number): void {
    anchor ??= id
    const all = rows()
    const next = all[all.indexOf(row) + step]
    extendTo(id)
    extendTo(getId(next) ?? id)
    next?.querySelector('a')?.focus()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const row = findRow(event)
    const id = getId(row)
    const step = event.shiftKey ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined
    if (event.key === 'Escape' && isSelecting()) selectOnly([])
    else if (!row || id === undefined) return
    else if (event.key === ' ') toggle(id)
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) selectOnly(ids())
    else if (step !== undefined) moveFrom(row, id, step)
    else return
    stop(event)
  }
  element.addEventListener('click', onClick, { signal, capture: true })
  element.addEventListener('keydown', onKeyDown, { signal, capture: true })
}

/**
 * Returns the ids from one row to another, both included, in the order of the list. Returns only
 * `to` if the list does not contain `from`.
 */
export function findRange(ids: readonly string[], from: string | undefined, to: string): string[] {
  const start = from === undefined ? -1 : ids.indexOf(from)
  const end = ids.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

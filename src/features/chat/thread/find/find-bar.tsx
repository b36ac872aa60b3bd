import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { isComposing } from '#ui/fields/is-composing.ts'
import { t } from '#languages/app.ts'
import { drawBoxes } from '../../markdown/lazy/lazy-boxes.ts'
import type { ThreadHandle } from '../thread-handle.ts'
import type { Turn } from '../../messages/thread.ts'
import { findMatches } from './find-matches.ts'
import { hasHighlights, findTextRanges, scrollToRange, unfoldRow } from './find-ranges.ts'
import './find.css'

export type FindBarProps = {
  turns: readonly Turn[]
  thread: () => ThreadHandle | null
  onClose: () => void
}

/** Renders a search of the whole thread, including rows that are closed or not in the DOM. */
export function FindBar({ turns, thread, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query)
  const matches = useMemo(() => findMatches(turns, wanted), [turns, wanted])
  const [place, setPlace] = useState({ at: 0, for: '' })
  // Start at the newest match, because chats are usually scrolled to their end.
  if (place.for !== wanted) setPlace({ at: Math.max(0, matches.length - 1), for: wanted })
  const at = Math.min(place.at, matches.length - 1)
  const match = matches[at]

  useEffect(() => input.current?.focus(), [])

  useEffect(() => {
    const handle = thread()
    if (!handle || !match) return undefined
    unfold(handle, match.messageId, wanted)
    handle.reveal(match.messageId)
    return watch(handle.viewport, () => {
      const row = handle.rowOf(match.messageId)
      if (row) {
        drawBoxes(row, 'text')
        unfoldRow(row)
      }
      highlight({
        viewport: handle.viewport,
        query: wanted,
        row: row ?? undefined,
        nth: match.nth,
      })
    })
  }, [thread, match, wanted])

  useEffect(() => {
    if (wanted === '' || matches.length === 0) clearHighlights()
    return clearHighlights
  }, [wanted, matches.length])

  const step = (by: number) =>
    matches.length > 0 && setPlace({ at: (at + by + matches.length) % matches.length, for: wanted })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') step(event.shiftKey ? 1 : -1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'ArrowDown') step(1)
    else return
    event.preventDefault()
  }
  return (
    <search
      aria-label={t('Find in this chat')}
      className="absolute top-2 end-3 start-3 z-10 flex h-11 animate-appear items-center gap-0.5 rounded-lg border border-line bg-surface-overlay pe-1.5 ps-3 shadow-overlay sm:start-auto sm:w-88"
    >
      <input
        ref={input}
        type="text"
        aria-label={t('Find in this chat')}
        placeholder={t('Find in this chat')}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-faint coarse:text-lg"
      />
      <output className="px-1.5 text-xs text-ink-faint tabular-nums">
        {wanted === ''
          ? ''
          : matches.length === 0
            ? t('No matches')
            : t('{at} of {matchesCount}', { at: at + 1, matchesCount: matches.length })}
      </output>
      <IconButton
        size="sm"
        label={t('Previous match')}
        keys="Enter"
        icon={<ArrowUp aria-hidden />}
        disabled={matches.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        size="sm"
        label={t('Next match')}
        keys="Shift Enter"
        icon={<ArrowDown aria-hidden />}
        disabled={matches.length === 0}
        onClick={() => step(1)}
      />
      <IconButton
        size="sm"
        label={t('Close')}
        keys="Esc"
        icon={<X aria-hidden />}
        onClick={onClose}
      />
    </search>
  )
}

/**
 * Calls `changed` at once, and at most once per frame when rows are rendered. Returns a function
 * that stops these calls.
 */
function watch(viewport: HTMLElement, changed: () => void): () => void {
  let frame = requestAnimationFrame(changed)
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(changed)
  })
  observer.observe(viewport, { childList: true, subtree: true, characterData: true })
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}

function unfold(handle: ThreadHandle, messageId: string, query: string): void {
  const row = handle.rowOf(messageId)
  if (row && query !== '') unfoldRow(row)
}

let scrolledTo = ''

type Highlighted = {
  viewport: HTMLElement
  query: string
  row: HTMLElement | undefined
  nth: number
}

function highlight({ viewport, query, row, nth }: Highlighted): void {
  const own = row ? findTextRanges(row, query) : []
  const current = own[Math.min(nth, own.length - 1)]
  if (hasHighlights()) {
    CSS.highlights.set('chat-find', new Highlight(...findTextRanges(viewport, query)))
    if (current) CSS.highlights.set('chat-find-current', new Highlight(current))
  }
  // Scroll only once per match. Later changes of the page must not move the reader back.
  const key = `${query}\n${row?.dataset['row'] ?? ''}\n${nth}`
  if (!current || key === scrolledTo) return
  scrolledTo = key
  scrollToRange(viewport, current)
}

function clearHighlights(): void {
  scrolledTo = ''
  if (!hasHighlights()) return
  CSS.highlights.delete('chat-find')
  CSS.highlights.delete('chat-find-current')
}

import { drawBoxes } from '../../markdown/lazy/lazy-boxes.ts'
import type { ThreadHandle } from '../thread-handle.ts'
import { hasHighlights, findTextRanges, scrollToRange, unfoldRow } from './find-ranges.ts'
import './find.css'

const markedMs = 15_000
/** Milliseconds until the second search, for rows that are rendered late. */
const againMs = 300

type Wanted = { messageId: string; words: readonly string[]; isLast?: boolean }

export function markWords(
  handle: ThreadHandle,
  { messageId, words, isLast = false }: Wanted,
): void {
  const row = handle.rowOf(messageId)
  if (row) {
    drawBoxes(row, 'text')
    unfoldRow(row)
  }
  const ranges = row ? words.flatMap((word) => findTextRanges(row, word)) : []
  const first = ranges.toSorted((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b))[0]
  if (!first) {
    if (!isLast) setTimeout(() => markWords(handle, { messageId, words, isLast: true }), againMs)
    return
  }
  scrollToRange(handle.viewport, first)
  if (!hasHighlights()) return
  const mark = new Highlight(...ranges)
  CSS.highlights.set('chat-find', mark)
  setTimeout(() => {
    if (CSS.highlights.get('chat-find') === mark) CSS.highlights.delete('chat-find')
  }, markedMs)
}

import type { ThreadHandle } from '../thread-handle.ts'
import { hasHighlights, rangesIn, scrollToRange, unfoldRow } from './find-ranges.ts'
import './find.css'

/** As long as one needs to find the place and to read on. */
const markedMs = 15_000
/** What is drawn late, such as long answers, is looked for once more. */
const againMs = 300

type Wanted = { messageId: string; words: readonly string[]; isLast?: boolean }

/** Marks words in one message for a while, and brings the first of them into view. */
export function markWords(
  handle: ThreadHandle,
  { messageId, words, isLast = false }: Wanted,
): void {
  const row = handle.rowOf(messageId)
  if (row) unfoldRow(row)
  const ranges = row ? words.flatMap((word) => rangesIn(row, word)) : []
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
    // Somebody may be looking for something else by now.
    if (CSS.highlights.get('chat-find') === mark) CSS.highlights.delete('chat-find')
  }, markedMs)
}

import { cutText } from '#lib/cut-text.ts'
import { withoutMentionedIds } from '#lib/links/model-mention.ts'
import { storable } from '../../store/storable.ts'

const lengthMax = 60

/** A conversation's name from its first question: one line, cut between words. */
export function titleOf(question: string): string {
  // A pasted document may be long; its beginning is enough.
  const line = withoutMentionedIds(storable(cutText(question, 1_000)))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const letters = Array.from(line)
  if (letters.length <= lengthMax) return line || 'New chat'
  const cut = letters.slice(0, lengthMax).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > lengthMax / 2 ? lastSpace : undefined).trimEnd()}…`
}

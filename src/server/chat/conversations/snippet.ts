import type { Snippet } from '#contract/chat/search.ts'
import { cutText } from '#lib/cut-text.ts'
import { foldText } from '#lib/fold-text.ts'
import type { TextQuery } from './search-query.ts'

const lengthMax = 240
const leadLength = 60
const matchesMax = 50

export function createSnippet(text: string, terms: TextQuery['terms']): Snippet {
  const isMatch = createMatcher(terms)
  const folded = foldText(text)
  const first = folded.toOriginal(Math.max(0, folded.text.search(isMatch)))
  const start = wordStart(text, Math.max(0, first - leadLength))
  const cut = cutText(text.slice(start), lengthMax)
  const visible = cut.replaceAll(/\s+/g, ' ')
  const snippet: Snippet = start > 0 ? [{ text: '…', isMatch: false }] : []
  let from = 0
  let matches = 0
  const shown = foldText(visible)
  for (const match of shown.text.matchAll(isMatch)) {
    if (++matches > matchesMax) break
    const at = shown.toOriginal(match.index)
    const end = shown.toOriginal(match.index + match[0].length)
    if (at > from) snippet.push({ text: visible.slice(from, at), isMatch: false })
    snippet.push({ text: visible.slice(at, end), isMatch: true })
    from = end
  }
  const rest = visible.slice(from) + (start + lengthMax < text.length ? '…' : '')
  if (rest) snippet.push({ text: rest, isMatch: false })
  return snippet
}

/**
 * Creates a pattern that matches whole words or beginnings of words in folded text. Single letters
 * of scripts without spaces match anywhere.
 */
function createMatcher(terms: TextQuery['terms']): RegExp {
  const words = terms
    .toSorted((a, b) => b.text.length - a.text.length)
    .map(({ text, isPrefix }) => {
      const literal = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      if (/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]/u.test(text)) {
        return literal
      }
      return `(?<![\\p{L}\\p{N}])${literal}${isPrefix ? '[\\p{L}\\p{N}]*' : '(?![\\p{L}\\p{N}])'}`
    })
  return new RegExp(words.join('|'), 'gu')
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.slice(at, at + leadLength / 2).search(/\s/)
  if (space >= 0) return at + space + 1
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at
}

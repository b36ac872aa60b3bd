import { finish } from './blocks.ts'
import { emptyMarkdown, type MarkdownText } from './markdown-text.ts'

/**
 * Upper bound of cached text in UTF-16 units; a tree takes about ten times the memory of its text.
 */
const keptLengthMax = 300_000

const kept = new Map<string, MarkdownText>()
let keptLength = 0

/** Parses a complete text. Repeated calls return the same objects while they are cached. */
export function finishedMarkdown(text: string): MarkdownText {
  const known = kept.get(text)
  if (!known) return rememberMarkdown(finish(emptyMarkdown, text))
  kept.delete(text)
  kept.set(text, known)
  return known
}

/**
 * Caches `markdown`, so that rendering the same text elsewhere needs no parsing. Returns its
 * argument.
 */
export function rememberMarkdown(markdown: MarkdownText): MarkdownText {
  if (!kept.has(markdown.text)) keptLength += markdown.text.length
  kept.set(markdown.text, markdown)
  for (const oldest of kept.keys()) {
    if (keptLength <= keptLengthMax || kept.size === 1) break
    kept.delete(oldest)
    keptLength -= oldest.length
  }
  return markdown
}

import { finish } from './blocks.ts'
import { emptyMarkdown, type MarkdownText } from './markdown-text.ts'

/** UTF-16 units of text whose blocks are kept; a tree is some ten times its text. */
const keptLengthMax = 300_000

const kept = new Map<string, MarkdownText>()
let keptLength = 0

/** The blocks of a text that does not grow. Asked for again soon after, they are the same objects. */
export function finishedMarkdown(text: string): MarkdownText {
  const known = kept.get(text)
  if (!known) return rememberMarkdown(finish(emptyMarkdown, text))
  kept.delete(text)
  kept.set(text, known)
  return known
}

/** Keeps `markdown`, so that drawing the same text elsewhere need not parse it. Gives it back. */
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

import { advance, finishedMarkdown } from './blocks.ts'
import { complete } from './complete.ts'
import { emptyMarkdown, type MarkdownText } from './markdown-text.ts'

const closed = new WeakMap<MarkdownText, MarkdownText>()

/**
 * Returns the text of an answer that was cut off, with its open Markdown markers closed. Without
 * closing markers, a stopped answer would show characters such as `**`.
 */
export function closeMarkdown(markdown: MarkdownText): MarkdownText {
  const known = closed.get(markdown)
  if (known) return known
  const text = closeText(markdown.text)
  const result = text === markdown.text ? markdown : finishedMarkdown(text)
  closed.set(markdown, result)
  return result
}

function closeText(text: string): string {
  const { open, tailStart } = advance(emptyMarkdown, text).reading
  // The Markdown reader accepts code blocks without an end.
  if (open.kind === 'code') return text
  const header = open.kind === 'table' ? open.header : ''
  const { text: tail } = complete(header + text.slice(tailStart))
  return text.slice(0, tailStart) + tail.slice(header.length)
}

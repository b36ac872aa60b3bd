import type { appendDrawn } from '../markdown/draw/growing-text.tsx'
import type { advance, finish, grow } from '../markdown/streaming/blocks.ts'
import type { rememberMarkdown } from '../markdown/streaming/finished.ts'

/** What reads Markdown. A page without a single answer does without it. */
export type MarkdownReader = {
  advance: typeof advance
  grow: typeof grow
  finish: typeof finish
  rememberMarkdown: typeof rememberMarkdown
  appendDrawn: typeof appendDrawn
}

let reader: MarkdownReader | undefined

/** The reader, once `loadMarkdownReader` has brought it. */
export const markdownReader = (): MarkdownReader | undefined => reader

/** Rejects when the page has lost its server before the first answer; may be called again. */
export async function loadMarkdownReader(): Promise<MarkdownReader> {
  const [blocks, finished, growing] = await Promise.all([
    import('../markdown/streaming/blocks.ts'),
    import('../markdown/streaming/finished.ts'),
    import('../markdown/draw/growing-text.tsx'),
  ])
  reader = { ...blocks, ...finished, ...growing }
  return reader
}

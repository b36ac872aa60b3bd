import type { drawGrown } from '../markdown/draw/growing-markdown.tsx'
import type { advance, finish, grow, rememberMarkdown } from '../markdown/streaming/blocks.ts'

export type MarkdownReader = {
  advance: typeof advance
  grow: typeof grow
  finish: typeof finish
  rememberMarkdown: typeof rememberMarkdown
  drawGrown: typeof drawGrown
}

let reader: MarkdownReader | undefined

export const markdownReader = (): MarkdownReader | undefined => reader

/** Loads the Markdown parser. Rejects if the server is unreachable. */
export async function loadMarkdownReader(): Promise<MarkdownReader> {
  const [blocks, growing] = await Promise.all([
    import('../markdown/streaming/blocks.ts'),
    import('../markdown/draw/growing-markdown.tsx'),
  ])
  reader = { ...blocks, ...growing }
  return reader
}

export type ProseBlock =
  | { kind: 'heading' | 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }

/** Splits Markdown into headings, paragraphs and lists, which must be separated by blank lines. */
export const proseBlocks = (markdown: string): ProseBlock[] =>
  markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      if (block.startsWith('#')) return { kind: 'heading', text: block.replace(/^#+\s*/, '') }
      if (!block.startsWith('- ')) return { kind: 'paragraph', text: block }
      const items = block.split(/^- /m).map((item) => item.trim())
      return { kind: 'list', items: items.filter(Boolean) }
    })

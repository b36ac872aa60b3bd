import type { Block } from '../parse/block.ts'
import type { Groups } from '../parse/groups.ts'
import type { Reading } from './open.ts'
import type { Footnote } from '../parse/references.ts'

/**
 * A Markdown text that grows at its end. Blocks that no further text can change are settled: parsed
 * once, and the same objects from then on. What follows the last of them is the tail, and only the
 * tail is parsed again when text comes.
 *
 * Blocks settle by whole lines, so how the text was cut on its way here changes nothing.
 */
export type MarkdownText = {
  text: string
  settled: Groups<Block>
  /** How the tail is drawn, with marks that are still open completed. Empty once finished. */
  tail: readonly Block[]
  /** Known once the text is finished. */
  footnotes: readonly Footnote[]
  reading: Reading
}

export const emptyMarkdown: MarkdownText = {
  text: '',
  settled: [],
  tail: [],
  footnotes: [],
  reading: {
    open: { kind: 'flow' },
    tailStart: 0,
    linesEnd: 0,
    pieces: undefined,
    drawn: undefined,
    rest: '',
    folds: [],
  },
}

import type { MarkdownBlock } from '../parse/block.ts'
import type { Groups } from '../parse/groups.ts'
import type { Reading } from './open.ts'
import type { Footnote } from '../parse/references.ts'

/**
 * A Markdown text that grows at its end. Blocks that no further text can change are settled: they
 * are parsed once and keep their identity. The text after them is the tail, and only the tail is
 * parsed again when text arrives.
 *
 * Blocks settle by complete lines, so the result does not depend on how the text was split into
 * deltas.
 */
export type MarkdownText = {
  text: string
  settled: Groups<MarkdownBlock>
  /** The blocks of the tail, with open markers completed. Empty once the text is finished. */
  tail: readonly MarkdownBlock[]
  /** Text that has arrived since the tail was parsed, shown at the place for it in the tail. */
  liveText: string
  /** Set once the text is finished. */
  footnotes: readonly Footnote[]
  reading: Reading
}

export const emptyMarkdown: MarkdownText = {
  text: '',
  settled: [],
  tail: [],
  liveText: '',
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

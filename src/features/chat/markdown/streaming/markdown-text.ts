import type {
  CodeBlock,
  Fold,
  Groups,
  ListBlock,
  MarkdownBlock,
  Placed,
  TableBlock,
} from '../parse/block.ts'
import type { Footnote } from '../parse/references.ts'
import type { PhrasingContent } from 'mdast'
import type { Fence } from './lines.ts'
import type { DrawnTail } from './live-text.ts'

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

/** Parser state of a growing text; not needed for rendering. */
export type Reading = {
  open: Open
  tailStart: number
  linesEnd: number
  pieces: LongPieces | undefined
  drawn: DrawnTail | undefined
  rest: string
  folds: readonly Fold[]
}

/** The block that the tail starts with. Its settled parts are not in the tail. */
export type Open =
  | { kind: 'flow' }
  /** A paragraph: further lines that start like prose belong to it, so they need no parsing. */
  | { kind: 'prose' }
  /** HTML that a blank line ends. */
  | { kind: 'html' }
  | { kind: 'code'; block: CodeBlock; fence: Fence }
  | { kind: 'list'; block: ListBlock }
  /**
   * `header` is the source of the table's first two lines. Without these lines, a row cannot be
   * parsed as part of a table.
   */
  | { kind: 'table'; block: TableBlock; header: string }

/** The finished pieces of a paragraph that is too long to be rendered for each delta. */
export type LongPieces = {
  offset: number
  /** Offset at which the next piece starts. */
  end: number
  pieces: Groups<Placed<PhrasingContent[]>>
}

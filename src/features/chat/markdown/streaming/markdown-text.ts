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
 * A Markdown text that grows at its end. Finished (settled) blocks are parsed once and keep their
 * identity. Only the unfinished end, the tail, is parsed again when text arrives.
 */
export type MarkdownText = {
  text: string
  settled: Groups<MarkdownBlock>
  /** Blocks of the tail, with open markers closed. Empty once the text is complete. */
  tail: readonly MarkdownBlock[]
  /** Text that has arrived since the tail was parsed. This text is shown at the end of the tail. */
  liveText: string
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

/** Parser state of a growing text. Rendering does not need this state. */
export type Reading = {
  open: Open
  tailStart: number
  linesEnd: number
  pieces: LongPieces | undefined
  drawn: DrawnTail | undefined
  rest: string
  folds: readonly Fold[]
}

/**
 * The unfinished block at the start of the tail. The tail does not contain finished parts of this
 * block.
 */
export type Open =
  | { kind: 'flow' }
  /**
   * A paragraph. Further lines that look like prose belong to the paragraph and need no parsing.
   */
  | { kind: 'prose' }
  | { kind: 'html' }
  | { kind: 'code'; block: CodeBlock; fence: Fence }
  | { kind: 'list'; block: ListBlock }
  /**
   * `header` is the source of the table's first two lines. A row can only be parsed together with
   * these lines.
   */
  | { kind: 'table'; block: TableBlock; header: string }

/** Finished pieces of a paragraph that is too long to be rendered on each delta. */
export type LongPieces = {
  offset: number
  end: number
  pieces: Groups<Placed<PhrasingContent[]>>
}

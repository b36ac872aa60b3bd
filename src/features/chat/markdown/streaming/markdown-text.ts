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

/** The fence of a code block. */
export type Fence = {
  marker: '`' | '~'
  /** Number of marker characters in the opening fence. The closing fence has at least as many. */
  length: number
  /**
   * Number of spaces before the opening fence. As many spaces are removed from each line of code.
   */
  indent: number
}

/** The tail as it was parsed last. */
export type DrawnTail = {
  /** The parsed blocks, which do not change while only words are appended. */
  blocks: readonly MarkdownBlock[]
  liveText: string
  source: string | undefined
  /** True in an open code block, whose last line has no Markdown. */
  isCode?: boolean
  canGrow: boolean
  isOpen: boolean
  /** True if the text ends inside the data of an embedded picture, which is not shown yet. */
  isInPicture: boolean
  start: number
  end: number
  parsedEnd: number
}

/** Finished pieces of a paragraph that is too long to be rendered on each delta. */
export type LongPieces = {
  offset: number
  end: number
  pieces: Groups<Placed<PhrasingContent[]>>
}

/**
 * Splits a text at the given offsets. A block belongs to the piece in which the block starts.
 * Footnotes belong to the last piece.
 * @param places sorted offsets in UTF-16 units.
 */
export function splitMarkdown(markdown: MarkdownText, places: readonly number[]): MarkdownText[] {
  if (places.length === 0) return [markdown]
  const settled = splitSettled(markdown.settled, places)
  return toRanges(places).map((range, at) => ({
    ...markdown,
    settled: settled[at] ?? [],
    tail: sliceGroup(markdown.tail, range),
    footnotes: at === places.length ? markdown.footnotes : [],
  }))
}

export const isEmptyMarkdown = ({ settled, tail }: MarkdownText): boolean =>
  settled.length === 0 && tail.length === 0

type Range = { start: number; end: number }

const isIn = ({ start, end }: Range, offset: number): boolean => offset >= start && offset < end

function toRanges(places: readonly number[]): Range[] {
  const ends = [...places, Number.POSITIVE_INFINITY]
  return ends.map((end, at) => ({ start: ends[at - 1] ?? 0, end }))
}

type Split = { places: readonly number[]; pieces: Groups<MarkdownBlock>[] }

/**
 * Cached pieces, by the groups of finished blocks. The groups get a new identity only when a block
 * is finished.
 */
const splits = new WeakMap<Groups<MarkdownBlock>, Split>()

function splitSettled(
  settled: Groups<MarkdownBlock>,
  places: readonly number[],
): Groups<MarkdownBlock>[] {
  const known = splits.get(settled)
  if (known && isSame(known.places, places)) return known.pieces
  const pieces = toRanges(places).map((range) =>
    settled.flatMap((group) => {
      const part = sliceGroup(group, range)
      return part.length === 0 ? [] : [part]
    }),
  )
  splits.set(settled, { places, pieces })
  return pieces
}

const isSame = (before: readonly number[], after: readonly number[]): boolean =>
  before.length === after.length && before.every((place, at) => place === after[at])

/**
 * Returns the blocks of a group in a range. Returns the same array for a whole group, so that the
 * group is not rendered again.
 */
function sliceGroup(group: readonly MarkdownBlock[], range: Range): readonly MarkdownBlock[] {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last || first.offset >= range.end || last.offset < range.start) return []
  if (isIn(range, first.offset) && isIn(range, last.offset)) return group
  return group.filter(({ offset }) => isIn(range, offset))
}

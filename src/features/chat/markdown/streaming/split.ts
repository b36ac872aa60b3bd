import type { Groups, MarkdownBlock } from '../parse/block.ts'
import type { MarkdownText } from './markdown-text.ts'

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

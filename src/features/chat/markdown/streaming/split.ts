import type { Block } from '../parse/block.ts'
import type { Groups } from '../parse/groups.ts'
import type { MarkdownText } from './markdown-text.ts'

/**
 * The text in pieces, one more than there are places: a block belongs to the piece in which it begins.
 * Footnotes stand at the end of the last. While only the tail grows, settled blocks are not looked at.
 *
 * @param places in the text, in UTF-16 units, in their order.
 */
export function splitMarkdown(markdown: MarkdownText, places: readonly number[]): MarkdownText[] {
  if (places.length === 0) return [markdown]
  const settled = splitSettled(markdown.settled, places)
  return rangesOf(places).map((range, at) => ({
    ...markdown,
    settled: settled[at] ?? [],
    tail: partOf(markdown.tail, range),
    footnotes: at === places.length ? markdown.footnotes : [],
  }))
}

export const isEmptyMarkdown = ({ settled, tail }: MarkdownText): boolean =>
  settled.length === 0 && tail.length === 0

/** From `start` on, up to but without `end`. */
type Range = { start: number; end: number }

const isIn = ({ start, end }: Range, offset: number): boolean => offset >= start && offset < end

function rangesOf(places: readonly number[]): Range[] {
  const ends = [...places, Number.POSITIVE_INFINITY]
  return ends.map((end, at) => ({ start: ends[at - 1] ?? 0, end }))
}

type Split = { places: readonly number[]; pieces: Groups<Block>[] }

/** The list of settled groups is another object once a block has settled, and not before. */
const splits = new WeakMap<Groups<Block>, Split>()

function splitSettled(settled: Groups<Block>, places: readonly number[]): Groups<Block>[] {
  const known = splits.get(settled)
  if (known && isSame(known.places, places)) return known.pieces
  const pieces = rangesOf(places).map((range) =>
    settled.flatMap((group) => {
      const part = partOf(group, range)
      return part.length === 0 ? [] : [part]
    }),
  )
  splits.set(settled, { places, pieces })
  return pieces
}

const isSame = (before: readonly number[], after: readonly number[]): boolean =>
  before.length === after.length && before.every((place, at) => place === after[at])

/** The part of a group that lies in a range. All of it is the group itself, so that it is not drawn again. */
function partOf(group: readonly Block[], range: Range): readonly Block[] {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last || first.offset >= range.end || last.offset < range.start) return []
  if (isIn(range, first.offset) && isIn(range, last.offset)) return group
  return group.filter(({ offset }) => isIn(range, offset))
}

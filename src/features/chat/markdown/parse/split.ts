import type { Block } from './block.ts'
import type { MarkdownText } from './blocks.ts'
import type { Groups } from './groups.ts'

/**
 * The text in pieces, one more than there are places: a block belongs to the piece in which it begins.
 * Footnotes stand at the end of the last.
 *
 * @param places in the text, in UTF-16 units, in their order.
 */
export function splitMarkdown(markdown: MarkdownText, places: readonly number[]): MarkdownText[] {
  if (places.length === 0) return [markdown]
  const ends = [...places, Number.POSITIVE_INFINITY]
  return ends.map((end, at) => {
    const start = ends[at - 1] ?? 0
    const isHere = ({ offset }: Block) => offset >= start && offset < end
    return {
      ...markdown,
      settled: onlySome(markdown.settled, isHere),
      tail: markdown.tail.filter(isHere),
      footnotes: at === places.length ? markdown.footnotes : [],
    }
  })
}

export const isEmptyMarkdown = ({ settled, tail }: MarkdownText): boolean =>
  settled.length === 0 && tail.length === 0

/** Groups that are kept whole stay the same objects, so that they are not drawn again. */
function onlySome(groups: Groups<Block>, isHere: (block: Block) => boolean): Groups<Block> {
  return groups.flatMap((group) => {
    const kept = group.filter(isHere)
    return kept.length === group.length ? [group] : kept.length === 0 ? [] : [kept]
  })
}

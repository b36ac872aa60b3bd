import type { Nodes, Parent, PhrasingContent } from 'mdast'
import type { Block, Placed } from './block.ts'
import type { Groups } from './groups.ts'

/** Words, commas and spaces: nothing that Markdown has a meaning for. */
const plainWords = /^[\p{L}\p{M}\p{N}, ’]*$/u
/** The word at the end of a text; what stands in it may mean something together with what follows. */
const lastWord = /[^\s]*$/

/** So many units may be added to a tail without a look at the whole of it. */
const unreadLengthMax = 160

/** A tail whose last word stands at the end of the text, drawn as it is. */
export type DrawnTail = {
  blocks: Block[]
  /** Where the text ended that has been drawn, without spaces. */
  end: number
  /** Where the text ended that was parsed. */
  parsedEnd: number
}

/**
 * The tail with more words at its end, where words are all that came: most tokens are, and they need
 * no parse. Nothing where something else came, or where the last word may become a mark or a link.
 */
export function growWords(
  { blocks, end, parsedEnd }: DrawnTail,
  text: string,
): DrawnTail | undefined {
  if (text.length - parsedEnd > unreadLengthMax) return undefined
  const trimmedEnd = text.trimEnd().length
  if (!plainWords.test(text.slice(end))) return undefined
  const word = lastWord.exec(text.slice(Math.max(parsedEnd - unreadLengthMax, 0), end))?.[0] ?? ''
  if (!plainWords.test(word)) return undefined
  if (trimmedEnd <= end) return { blocks, end, parsedEnd }
  const last = blocks.at(-1)
  const grown =
    last && growBlock(last, { words: text.slice(end, trimmedEnd), after: text.charAt(end - 1) })
  return grown && { blocks: [...blocks.slice(0, -1), grown], end: trimmedEnd, parsedEnd }
}

type Words = {
  words: string
  /** The character that must stand before them. */
  after: string
}

function growBlock(block: Block, words: Words): Block | undefined {
  switch (block.kind) {
    case 'node': {
      const node = growNode(block.node, words)
      return node && { ...block, node }
    }
    case 'list': {
      const items = growLast(block.items, (item) => growPlaced(item, words))
      return items && { ...block, items }
    }
    case 'table': {
      const rows = growLast(block.rows, (row) => growPlaced(row, words))
      return rows && { ...block, rows }
    }
    case 'long-paragraph': {
      const pieces = growLast(block.pieces, ({ offset, node }) => {
        const grown = growChildren<PhrasingContent>(node, words)
        return grown && { offset, node: grown }
      })
      return pieces && { ...block, pieces }
    }
    case 'code':
      return undefined
  }
}

function growPlaced<T extends Nodes>({ offset, node }: Placed<T>, words: Words) {
  const grown = growNode(node, words)
  return grown && { offset, node: grown }
}

function growLast<T>(groups: Groups<T>, grow: (last: T) => T | undefined): Groups<T> | undefined {
  const group = groups.at(-1)
  const last = group?.at(-1)
  const grown = last === undefined ? undefined : grow(last)
  if (!group || grown === undefined) return undefined
  return [...groups.slice(0, -1), [...group.slice(0, -1), grown]]
}

/** `node` with the words at the end of the last text in it. The old node is not touched. */
function growNode<T extends Nodes>(node: T, words: Words): T | undefined {
  if (node.type === 'text') {
    return node.value.endsWith(words.after)
      ? { ...node, value: node.value + words.words }
      : undefined
  }
  if (!('children' in node) || node.type === 'link') return undefined
  const children = growChildren<Parent['children'][number]>(node.children, words)
  return children && { ...node, children }
}

function growChildren<T extends Nodes>(nodes: readonly T[], words: Words): T[] | undefined {
  const last = nodes.at(-1)
  const grown = last && growNode(last, words)
  return grown && [...nodes.slice(0, -1), grown]
}

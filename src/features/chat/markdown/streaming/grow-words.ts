import type { Nodes, PhrasingContent } from 'mdast'
import type { Block, Placed } from '../parse/block.ts'
import type { Groups } from '../parse/groups.ts'
import { mayFollow, placeBehind, type AddedText, type TextPlace } from './added-text.ts'
import { saysNothingYet } from './complete.ts'
import type { TextEnd } from './text-end.ts'

/** Words and what stands between them: nothing that Markdown has a meaning for. */
const plain = /^[\p{L}\p{M}\p{N} ,;:.?()'"’“”–—]*$/u
/** What a word may go on from, without becoming an address or a mark. */
const plainWord = /^[\p{L}\p{M}\p{N},;()'"’“”–—]*$/u
/** The word at the end of a text; what stands in it may mean something together with what follows. */
const lastWord = /[^\s]*$/

/** A mark that waits for the words in it, which are not there yet. */
const loneMark = /(?<= )(?:\*{1,2}|`|\[)$/

/** So many units may be added to a tail without a look at the whole of it. */
const unreadLengthMax = 160
/** Longer than any word; what is longer is left to the parser. */
const wordLengthMax = 64

/** The tail as it was drawn last. */
export type DrawnTail = {
  /** As they were parsed: the same while only words come. */
  blocks: Block[]
  /** What has come behind them since. */
  words: string
  /** The character before those. */
  beforeWords: string
  /** What was parsed for it, marks completed. */
  source: string | undefined
  /** The last word is drawn as it is written. */
  keepsEnd: boolean
  /** The last word stands in a mark that is still open. */
  hasOpenMarks: boolean
  /** A bracket waits for its other half. */
  hasOpenBrackets: boolean
  /** Where the tail begins in the text. */
  start: number
  /** Where the text ended that has been drawn, without spaces. */
  end: number
  /** Where the text ended that was parsed. */
  parsedEnd: number
}

/**
 * The tail with more words at its end, where words are all that came: most tokens are, and they need no parse. So
 * does what shows nothing yet. Nothing where something else came, or where the last word may become a mark or a link.
 */
export function growWords(drawn: DrawnTail, text: TextEnd): DrawnTail | undefined {
  const { end, parsedEnd, keepsEnd } = drawn
  if (!keepsEnd || text.length - parsedEnd > unreadLengthMax) return undefined
  const added = text.slice(end)
  const shown = plain.test(added) ? added : withoutUnseen(drawn, added)
  if (shown === undefined || !plain.test(shown)) return undefined
  const words = shown.trimEnd()
  if (words === '') return drawn
  const word = lastWord.exec(text.slice(end - wordLengthMax, end))?.[0] ?? ''
  const goesOn = !words.startsWith(' ')
  if (word.length === wordLengthMax || (goesOn && !plainWord.test(word))) return undefined
  if (/www\./i.test(word + words)) return undefined
  const isFirst = drawn.words === ''
  const grown: DrawnTail = {
    ...drawn,
    words: drawn.words + words,
    beforeWords: isFirst ? text.charAt(end - 1) : drawn.beforeWords,
    source: undefined,
    end: end + words.length,
  }
  // Where some words could be put, more can.
  return isFirst && !putWords(grown) ? undefined : grown
}

/**
 * What of `added` can be seen: neither the end of a line, with what may begin the next one, nor a mark without words.
 * They would be parsed now, and once more with what they turn out to be.
 */
function withoutUnseen(drawn: DrawnTail, added: string): string | undefined {
  // What is open ends otherwise.
  if (drawn.hasOpenMarks || drawn.hasOpenBrackets || !isOfWords(drawn.blocks.at(-1)))
    return undefined
  const lineEnd = added.indexOf('\n')
  if (lineEnd === -1) return added.replace(loneMark, '')
  const [last = '', ...others] = added.slice(lineEnd).split('\n').toReversed()
  const isUnseen = isBlank(last) || saysNothingYet.test(last)
  return isUnseen && others.every(isBlank) ? added.slice(0, lineEnd) : undefined
}

const isBlank = (line: string): boolean => line.trim() === ''

const isOfWords = (block: Block | undefined): boolean =>
  block?.kind === 'list' ||
  block?.kind === 'table' ||
  block?.kind === 'long-paragraph' ||
  (block?.kind === 'node' && (holdsText.has(block.node.type) || holdsBlocks.has(block.node.type)))

/** The words that turn `before` into `after`. Nothing where anything else has come. */
export const addedWords = (
  before: DrawnTail | undefined,
  after: DrawnTail | undefined,
): string | undefined =>
  before && before.blocks === after?.blocks ? after.words.slice(before.words.length) : undefined

/** The same and where they go, of those that are the first of their tail. */
export function firstWords(
  before: DrawnTail | undefined,
  after: DrawnTail | undefined,
): AddedText | undefined {
  if (before?.words !== '' || before.blocks !== after?.blocks || after.words === '')
    return undefined
  const place = putWords(after)?.place
  return place && mayFollow(place) ? { ...place, added: after.words } : undefined
}

/** The blocks that draw a tail, words included. */
export const tailOf = (drawn: DrawnTail): readonly Block[] =>
  drawn.words === '' ? drawn.blocks : (putWords(drawn)?.blocks ?? drawn.blocks)

type GrownTail = { blocks: readonly Block[]; place: TextPlace | undefined }

/** Made when asked for: words that are put into the page need none. */
const grownTails = new WeakMap<DrawnTail, GrownTail>()

function putWords(drawn: DrawnTail): GrownTail | undefined {
  const known = grownTails.get(drawn)
  if (known) return known
  const { blocks, words, beforeWords: after, hasOpenMarks: isMarked } = drawn
  const last = blocks.at(-1)
  const put: Words = { words, after, isMarked, place: undefined }
  const block = last && growBlock(last, put)
  if (!block) return undefined
  const grown = { blocks: [...blocks.slice(0, -1), block], place: put.place }
  grownTails.set(drawn, grown)
  return grown
}

type Words = {
  words: string
  /** The character that must stand before them. */
  after: string
  /** They belong to the innermost mark, not behind it. */
  isMarked: boolean
  /** Found by those who put them. */
  place: TextPlace | undefined
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
      // Behind a border the words would be in a cell of their own.
      if (words.after === '|') return undefined
      const rows = growLast(block.rows, (row) => growPlaced(row, words))
      return rows && { ...block, rows }
    }
    case 'long-paragraph': {
      const pieces = growLast(block.pieces, ({ offset, node }) => {
        const grown = growPhrasing(node, words)
        return grown && { offset, node: grown }
      })
      return pieces && { ...block, pieces }
    }
    case 'code':
    case 'fold':
    case 'fold-end':
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

const holdsText = new Set<string>(['paragraph', 'heading', 'tableCell'])
const holdsBlocks = new Set<string>(['blockquote', 'list', 'listItem', 'tableRow'])

/** `node` with the words at the end of the last text in it. The old node is not touched. */
function growNode<T extends Nodes>(node: T, words: Words): T | undefined {
  if (!('children' in node)) return undefined
  if (holdsText.has(node.type)) {
    const children = growPhrasing(node.children as PhrasingContent[], words)
    return children && { ...node, children }
  }
  const last: Nodes | undefined = holdsBlocks.has(node.type) ? node.children.at(-1) : undefined
  const grown = last && growNode(last, words)
  return grown && { ...node, children: [...node.children.slice(0, -1), grown] }
}

function growPhrasing(
  nodes: readonly PhrasingContent[],
  words: Words,
): PhrasingContent[] | undefined {
  const last = nodes.at(-1)
  const others = nodes.slice(0, -1)
  if (last?.type === 'text' && last.value.endsWith(words.after)) {
    words.place = { after: last.value }
    return [...others, { ...last, value: last.value + words.words }]
  }
  if (!words.isMarked) {
    words.place = placeBehind(last)
    return last && [...nodes, { type: 'text', value: words.words }]
  }
  if (last?.type !== 'strong' && last?.type !== 'emphasis' && last?.type !== 'delete')
    return undefined
  const children = growPhrasing(last.children, words)
  return children && [...others, { ...last, children }]
}

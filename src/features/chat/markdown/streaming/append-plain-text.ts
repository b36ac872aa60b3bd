import type { Nodes, PhrasingContent } from 'mdast'
import type { MarkdownBlock, Placed } from '../parse/block.ts'
import type { Groups } from '../parse/groups.ts'
import { mayFollow, placeBehind, type AddedText, type TextPlace } from './added-text.ts'
import { incompleteMarkerLine } from './complete.ts'
import type { TextEnd } from './text-end.ts'

/** Words and punctuation without a meaning in Markdown. */
const plain = /^[\p{L}\p{M}\p{N} ,;:.?()'"’“”–—]*$/u
/** A word that can be extended without becoming an address or a marker. */
const plainWord = /^[\p{L}\p{M}\p{N},;()'"’“”–—]*$/u
/** The last word of a text. It can gain a meaning together with the following text. */
const lastWord = /[^\s]*$/

/** A marker whose content has not arrived yet. */
const loneMark = /(?<= )(?:\*{1,2}|`|\[)$/

/** Upper bound of UTF-16 units that are appended before the tail is parsed again. */
const unreadLengthMax = 160
/** Longest word that is handled here; longer ones are left to the parser. */
const wordLengthMax = 64

/** The last rendered state of the tail. */
export type DrawnTail = {
  /** The parsed blocks, unchanged while only words are appended. */
  blocks: MarkdownBlock[]
  words: string
  beforeWords: string
  source: string | undefined
  /** True if the last word is rendered as written. */
  keepsEnd: boolean
  hasOpenMarks: boolean
  hasOpenBrackets: boolean
  /** Offset of the tail in the text. */
  start: number
  /** End of the rendered text, without trailing spaces. */
  end: number
  parsedEnd: number
}

/**
 * Appends words to the tail without parsing. Most deltas contain only words. Also accepts text that
 * is not visible yet. Returns undefined if anything else has arrived, or if the last word may
 * become a marker or a link.
 */
export function appendPlainText(drawn: DrawnTail, text: TextEnd): DrawnTail | undefined {
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
  // Only the first words need this check. If these words could be appended, later words can be
  // appended too.
  return isFirst && !putWords(grown) ? undefined : grown
}

/**
 * Removes the end of `added` that is not visible yet: a line end with the start of the next line,
 * or a marker without content. If this end were parsed now, it would be parsed twice.
 */
function withoutUnseen(drawn: DrawnTail, added: string): string | undefined {
  // Text at the end of an open marker or bracket is visible, so it must be parsed.
  if (drawn.hasOpenMarks || drawn.hasOpenBrackets || !isOfWords(drawn.blocks.at(-1)))
    return undefined
  const lineEnd = added.indexOf('\n')
  if (lineEnd === -1) return added.replace(loneMark, '')
  const [last = '', ...others] = added.slice(lineEnd).split('\n').toReversed()
  const isUnseen = isBlank(last) || incompleteMarkerLine.test(last)
  return isUnseen && others.every(isBlank) ? added.slice(0, lineEnd) : undefined
}

const isBlank = (line: string): boolean => line.trim() === ''

const isOfWords = (block: MarkdownBlock | undefined): boolean =>
  block?.kind === 'list' ||
  block?.kind === 'table' ||
  block?.kind === 'long-paragraph' ||
  (block?.kind === 'node' && (holdsText.has(block.node.type) || holdsBlocks.has(block.node.type)))

/** Returns the words that turn `before` into `after`; undefined if anything else has changed. */
export const addedWords = (
  before: DrawnTail | undefined,
  after: DrawnTail | undefined,
): string | undefined =>
  before && before.blocks === after?.blocks ? after.words.slice(before.words.length) : undefined

/** Returns the first appended words of a tail and their position. */
export function firstWords(
  before: DrawnTail | undefined,
  after: DrawnTail | undefined,
): AddedText | undefined {
  if (before?.words !== '' || before.blocks !== after?.blocks || after.words === '')
    return undefined
  const place = putWords(after)?.place
  return place && mayFollow(place) ? { ...place, added: after.words } : undefined
}

export const getTailBlocks = (drawn: DrawnTail): readonly MarkdownBlock[] =>
  drawn.words === '' ? drawn.blocks : (putWords(drawn)?.blocks ?? drawn.blocks)

type GrownTail = { blocks: readonly MarkdownBlock[]; place: TextPlace | undefined }

/** Computed lazily, because words that are appended directly to the DOM need no blocks. */
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
  /**
   * The character of the text directly before the words. It must also be the last character of the
   * rendered text.
   */
  after: string
  /** True if the words belong inside the innermost marker, not after it. */
  isMarked: boolean
  place: TextPlace | undefined
}

function growBlock(block: MarkdownBlock, words: Words): MarkdownBlock | undefined {
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
      // Words after a cell border would start a new cell. A new cell needs parsing.
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

/** Returns a copy of `node` with the words appended to its last text. */
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
